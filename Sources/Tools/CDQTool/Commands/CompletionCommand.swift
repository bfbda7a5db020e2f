import CDQSchema
import CDQSemantics
import CDQTerminal

/// `cdq completion SHELL`: prints the script that completes command lines in a shell. The scripts call the command again
/// with `--words`, so that they never go stale.
enum CompletionCommand: Command {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let name = "completion"
  static let summary = "print the script that completes cdq's commands in a shell"
  static let usage = Shell.allCases.map(\.rawValue)
  static let options: [OptionSpec] = [
    .flag("words", "print the completions of the words that follow --, as the scripts ask for them")
  ]
  static let words = Shell.allCases.map { CommandLineCompletion.Word(text: $0.rawValue, remark: "a shell") }
  static let notes = [
    "bash: cdq completion bash > ~/.local/share/bash-completion/completions/cdq.",
    "zsh: cdq completion zsh > _cdq, in a folder of $fpath.",
    "fish: cdq completion fish > ~/.config/fish/completions/cdq.fish.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    if context.arguments.has("words") {
      let completion = CommandLineCompletion(context.arguments.positionals) { schema, data in
        let finder = SchemaFinder(console: context.console, path: schema)
        return (try? finder.find(near: data.map { [$0] } ?? []))?.schema.schema
      }
      switch completion.candidates {
      case .files: break
      case .words(let words):
        for word in words { context.console.print(word.remark.isEmpty ? word.text : "\(word.text)\t\(word.remark)") }
      }
      return .clean
    }
    let shell = try context.arguments.single("a shell", "cdq completion zsh")
    guard let shell = Shell(rawValue: shell) else {
      throw .usage("there is no script for '\(shell)'", help: ["one of \(usage.joined(separator: ", "))"])
    }
    context.console.output.write(script(shell))
    return .clean
  }

  private static func script(_ shell: Shell) -> String {
    switch shell {
    case .bash:
      """
      # Completes the commands and options of cdq in bash; files where nothing else can stand.
      _cdq() {
        local line words=("${COMP_WORDS[@]:1:COMP_CWORD}")
        COMPREPLY=()
        while IFS=$'\\t' read -r line _; do
          COMPREPLY+=("$line")
        done < <(cdq completion --words -- "${words[@]}" 2> /dev/null)
      }
      complete -o default -F _cdq cdq

      """
    case .zsh:
      """
      #compdef cdq
      # Completes the commands and options of cdq in zsh; files where nothing else can stand.
      _cdq() {
        local -a lines
        lines=("${(@f)$(cdq completion --words -- "${(@)words[2,CURRENT]}" 2> /dev/null)}")
        if [[ -n "${lines[1]}" ]]; then
          lines=("${(@)lines//:/\\\\:}")
          lines=("${(@)lines/$'\\t'/:}")
          _describe 'cdq' lines
        else
          _files
        fi
      }
      if [[ "$funcstack[1]" = _cdq ]]; then _cdq "$@"; else compdef _cdq cdq; fi

      """
    case .fish:
      """
      # Completes the commands and options of cdq in fish; files where nothing else can stand.
      function __cdq_complete
        set -l words (commandline -opc) (commandline -ct)
        set -l found (cdq completion --words -- $words[2..] 2> /dev/null)
        if test (count $found) -gt 0
          printf '%s\\n' $found
        else
          __fish_complete_path (commandline -ct)
        end
      end
      complete -c cdq -f -a '(__cdq_complete)'

      """
    }
  }
}
