// A connection with a language server: JSON-RPC over the streams of a child process.
'use strict';
const { spawn } = require('child_process');

class Client {
  /**
   * @param {string} command the server's program
   * @param {string[]} args its arguments
   * @param {{onNotification: (method: string, params: any) => void, onExit: (code: number | null) => void,
   *   onRequest?: (method: string, params: any) => any}} handlers
   */
  constructor(command, args, handlers) {
    this.handlers = handlers;
    this.nextId = 1;
    this.pending = new Map();
    this.buffer = Buffer.alloc(0);
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process.stdout.on('data', data => this.read(data));
    this.process.stdin.on('error', () => {});
    this.process.on('error', error => this.end(error));
    this.process.on('exit', code => this.end(new Error(`the server ended with ${code}`), code));
  }

  end(error, code = null) {
    if (this.isEnded) return;
    this.isEnded = true;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
    this.handlers.onExit(code, error);
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length:\s*(\d+)/i.exec(this.buffer.toString('ascii', 0, end))?.[1]);
      const start = end + 4;
      if (!Number.isFinite(length) || this.buffer.length < start + length) return;
      const message = JSON.parse(this.buffer.toString('utf8', start, start + length));
      this.buffer = this.buffer.subarray(start + length);
      this.accept(message);
    }
  }

  accept(message) {
    if (message.method !== undefined) {
      if (message.id === undefined) return this.handlers.onNotification(message.method, message.params);
      const result = this.handlers.onRequest?.(message.method, message.params) ?? null;
      return this.send({ jsonrpc: '2.0', id: message.id, result });
    }
    const waiting = this.pending.get(message.id);
    if (!waiting) return;
    this.pending.delete(message.id);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }

  send(message) {
    const body = Buffer.from(JSON.stringify(message), 'utf8');
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    if (!this.isEnded) this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request; `token` of Visual Studio Code cancels it. */
  request(method, params, token) {
    if (this.isEnded) return Promise.reject(new Error('the server does not run'));
    const id = this.nextId++;
    token?.onCancellationRequested?.(() => this.notify('$/cancelRequest', { id }));
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.send({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** Ends the server as the protocol asks. */
  async stop() {
    if (this.isEnded) return;
    await this.request('shutdown', null).catch(() => {});
    this.notify('exit', null);
  }
}

module.exports = { Client };
