"""Runs jobs that need each other on all processors."""
import concurrent.futures
import os


class Jobs:
    def __init__(self):
        self.waiting = {}
        self.done = set()

    def add(self, key, needs, run, *arguments):
        """Adds a job. It runs when those that it needs are done. A job may add jobs."""
        self.waiting[key] = (set(needs), run, arguments)

    def run(self):
        running = {}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            while self.waiting or running:
                ready = [key for key, (needs, _, _) in self.waiting.items() if needs <= self.done]
                # Few at a time, so that a job which adds others is not behind all that wait.
                for key in ready[: os.cpu_count() - len(running)]:
                    _, run, arguments = self.waiting.pop(key)
                    running[pool.submit(run, *arguments)] = key
                if not running:
                    raise SystemExit(f"these jobs need each other: {list(self.waiting)}")
                for future in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)[0]:
                    self.done.add(running.pop(future))
                    future.result()
