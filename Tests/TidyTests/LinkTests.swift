import CDQTestSupport
import Foundation
import Testing

/// The links of the pages: between articles, to files, and to pictures.
@Suite struct LinkTests {
  static let pages = WordTests.pages + [".github/CONTRIBUTING.md"]
  /// The articles of `CDQKit.docc`.
  static let articles = Repository.files(below: "Sources/Library/CDQKit/CDQKit.docc", extension: "md")
    .map { $0.deletingPathExtension().lastPathComponent }

  @Test(arguments: pages) func linksLeadSomewhere(_ page: String) throws {
    let text = WordTests.prose(try String(contentsOf: Repository.url(page), encoding: .utf8), keepsCode: true)
      .joined(separator: "\n")
    let folder = Repository.url(page).deletingLastPathComponent()
    for match in text.matches(of: /\]\(([^)\s]+)\)/) {
      let target = String(match.output.1)
      if target.hasPrefix("doc:") || target.contains("://") || target.hasPrefix("#") { continue }
      let path = String(target.split(separator: "#")[0]).removingPercentEncoding ?? target
      let exists = FileManager.default.fileExists(atPath: folder.appending(path: path).standardizedFileURL.path)
      #expect(exists, "\(page) links to \(target)")
    }
    for match in text.matches(of: /(?:<doc:|\]\(doc:)([A-Za-z]+)(?:#([\w-]+))?[>)]/) {
      let article = String(match.output.1)
      let isBeside = FileManager.default.fileExists(atPath: folder.appending(path: "\(article).md").path)
      #expect(page.contains(".docc/") && (isBeside || Self.articles.contains(article)), "\(page) links to doc:\(article)")
      guard let heading = match.output.2 else { continue }
      let target = try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/\(article).md"), encoding: .utf8)
      let hasHeading = target.contains("\n## \(heading)\n") || target.contains("\n### \(heading)\n")
      #expect(hasHeading, "\(page) links to \(article)#\(heading)")
    }
  }

  @Test func theCatalogueListsEveryArticle() throws {
    let text = try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/CDQKit.md"), encoding: .utf8)
    for article in Self.articles where !["CDQKit", "Limits"].contains(article) {
      #expect(text.contains("- <doc:\(article)>\n"), "CDQKit.md does not list \(article)")
    }
  }

  /// Every library product has a page that says when to import it.
  @Test func everyProductHasACatalogue() throws {
    let manifest = try String(contentsOf: Repository.url("Package.swift"), encoding: .utf8)
    let products = manifest.matches(of: /\.library\(name: "(CDQ\w+)"/).map { String($0.output.1) }
    #expect(products.count > 8)
    let folders = try ModuleGraph.ours.get().folders
    for product in products {
      let page = Repository.url("Sources/\(folders[product] ?? "")/\(product)/\(product).docc/\(product).md")
      let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
      #expect(text.hasPrefix("# ``\(product)``\n") && text.contains("\n## Overview\n"), "\(product) has no catalogue")
    }
  }
}
