import Foundation
import SwiftData
import SwiftUI

@Model final class Recipe {
  @Attribute(.unique) var slug: String
  var title: String
  var minutes: Int
  var rating: Double?
  var isDraft: Bool = false
  var added: Date
  var tags: [String] = []
  @Relationship var steps: [Step]
  var author: Author?
  var blob: Data?
  var quick: Bool { minutes < 15 }
  init(slug: String) { self.slug = slug }
}
@Model final class Step { var text: String; var order: Int; var recipe: Recipe?; init() {} }
@Model class Author { var name: String; var born: Date?; @Relationship(inverse: \Recipe.author) var recipes: [Recipe]; init() {} }

struct RecipeList: View {
  @Query(filter: #Predicate<Recipe> { !$0.isDraft }, sort: [SortDescriptor(\.added)]) private var a: [Recipe] // ok
  @Query(filter: #Predicate<Recipe> { $0.quick }) private var b: [Recipe] // error predicate-crashes
  @Query(sort: \Recipe.quick) private var c: [Recipe] // error predicate-crashes
  @Query(sort: \Recipe.author?.name) private var d: [Recipe] // ok
  @Query private var e: [Author] // ok
  init(search: String, limit: Int) {
    _a = Query(filter: #Predicate { $0.title.localizedStandardContains(search) }, sort: \.title) // ok
    let text = search
    _a = Query(filter: #Predicate<Recipe> { recipe in recipe.title.contains(text) || text.isEmpty }) // ok
    _b = Query(filter: #Predicate<Recipe> { recipe in recipe.minutes < limit && recipe.quick }) // error predicate-crashes
  }
}
func recipes(context: ModelContext, word: String, day: Date, author: Author, ids: Set<String>) throws {
  _ = #Predicate<Recipe> { recipe in recipe.steps.count > 3 } // ok
  _ = #Predicate<Recipe> { recipe in recipe.steps.contains(where: { step in step.text.contains(word) }) } // ok
  _ = #Predicate<Recipe> { recipe in recipe.steps.allSatisfy { $0.order > 0 } } // ok
  _ = #Predicate<Recipe> { recipe in ids.contains(recipe.slug) } // ok
  _ = #Predicate<Recipe> { recipe in recipe.author?.name == word } // ok
  _ = #Predicate<Recipe> { recipe in (recipe.rating ?? 0) > 3 } // ok
  _ = #Predicate<Recipe> { recipe in recipe.added >= day } // ok
  _ = #Predicate<Recipe> { recipe in if let rating = recipe.rating { rating > 3 } else { false } } // ok
  _ = #Predicate<Author> { author in author.recipes.isEmpty } // ok
  _ = #Predicate<Step> { $0.recipe?.quick == true } // error predicate-crashes
  _ = #Predicate<Recipe> { $0.author != nil } // error predicate-crashes
  try context.delete(model: Recipe.self, where: #Predicate { $0.isDraft }) // ok
  try context.enumerate(FetchDescriptor<Recipe>(predicate: #Predicate { $0.minutes > 5 })) { _ in } // ok
}
