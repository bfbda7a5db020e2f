import CDQIR
import CDQSemantics

extension Generator {
  mutating func memoryFunction(
    _ query: CompiledQuery, _ source: GenerateSource, _ unit: inout GeneratedUnit
  ) -> [SwiftDeclaration] { [] }
}
extension GeneratedUnit {
  mutating func addModels(of source: GenerateSource, in generator: Generator) {}
}
