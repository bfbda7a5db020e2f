" Syntax of cdq: schema declarations, queries and mappings. Grammar/README.md describes the language.
if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpo
set cpo&vim

syntax case match

syntax match cdqOperator /[=!<>&|*+~^?%-]/
syntax match cdqOperator /\/\%([\/*]\)\@!/

" Names first: later rules win where both match.
syntax match cdqName /\<\h\k*/
syntax match cdqType /\<\u\k*/
syntax match cdqFunction /\<\h\k*\ze\s*(/
syntax match cdqFunction /\<\h\k*\ze:\%(\h\k*:\)*(/

" Words of NSPredicate, in any case.
syntax match cdqWordOperator /\c\<\%(and\|or\|not\|any\|some\|all\|none\|in\|like\|matches\|contains\|beginswith\|endswith\|between\|tokenmatches\|caseinsensitive\|ci\)\>/
syntax match cdqWordOperator /\c\<\%(uti-conforms-to\|uti-equals\)\>/
syntax match cdqWordOperator /\C\<\%(UNION\|INTERSECT\|MINUS\)\>/
syntax match cdqConstant /\c\<\%(null\|nil\|true\|yes\|false\|no\|truepredicate\|falsepredicate\)\>/
syntax match cdqSelf /\c\<\%(self\|anykey\)\>/
syntax match cdqCall /\c\<\%(subquery\|cast\|function\|ternary\|fetch\)\ze\s*(/
syntax match cdqConstant /\c\[\s*\zs\%(first\|last\|size\)\ze\s*\]/

" Words of cdq, in their places.
syntax match cdqClause /\<\%(where\|set\|having\|select\|limit\|offset\)\>\ze\s\+[^[:space:]=!<>&|*\/,.)\]}:?+-]/
syntax match cdqClause /\<group\s\+by\>/
syntax match cdqClause /\<sort\>\ze\s\+[$[:alpha:]_]/
syntax match cdqName /\%(\<sort\s\+\)\@<=#\?\h\k*\>\%(\s*[(:]\)\@!/
syntax match cdqModifier /\<\%(asc\|desc\|only\)\>\ze\s*\%($\|,\|)\|\%(nulls\|where\|set\|group\|having\|select\|sort\|limit\|offset\)\|\/\/\)/
syntax match cdqModifier /\<nulls\s\+\%(first\|last\)\>/
syntax match cdqModifier /\%(\<limit\s\+\%(\d\+\|\$\h\k*?\?\)\s\+\)\@<=per\>/
syntax match cdqModifier /\<\%(distinct\|inverse\)\>\ze\s\+#\?\h/
syntax match cdqModifier /\<as\>\ze\s\+#\?\h/
syntax match cdqModifier /\<ordered\>\ze\s*\[/
syntax match cdqCardinality /\<\%(first\|one\|count\|exists\|delete\|update\)\>\ze\s\+#\?\%(\%(only\|where\|set\|group\|having\|select\|sort\|limit\|offset\)\>\)\@!\h/
syntax match cdqBuiltIn /\<\%(Bool\|Data\|Date\|Decimal\|Double\|Float\|Int\|Int16\|Int32\|Int64\|String\|Transformable\|URL\|UUID\)\>/

" Declarations, at the start of a line.
syntax match cdqDeclaration /^\s*\zs\%(query\|enum\|mapping\)\>\ze\s\+#\?\h/
syntax match cdqDeclaration /^\s*\zs\%(abstract\s\+\)\?entity\>\ze\s\+#\?\h/
syntax match cdqDeclaration /^\s*\zsschema\>\ze\s*["']/
syntax match cdqDeclaredName /\%(^\s*\%(query\|enum\|mapping\|\%(abstract\s\+\)\?entity\)\s\+\)\@<=#\?\h\k*/
syntax match cdqProperty /^\s*\zs#\?\h\k*\ze\s*:/

" Marked names, and steps of paths.
syntax match cdqAnnotation /@@\?\h\k*/
syntax match cdqParameter /\$\h\k*/
syntax match cdqParameter /%\%([@K]\|[hlqzjtL]\{0,2}[dDiuUxXoOfFeEgGaAsScC]\k\@!\)/
syntax match cdqName /#\h\k*/
syntax match cdqStep /\.\s*\zs\h\k*/

syntax match cdqNumber /\%(\k\)\@<!\%(\d\+\%(\.\.\@!\d*\)\?\|\.\@<!\.\d\+\)\%([eE][+-]\?\d\+\)\?/
syntax match cdqNumber /\%(\k\)\@<!0\%([xX]\x\+\|[oO]\o\+\|[bB][01]\+\)/

" With \Z a quote is one even if a combining mark follows.
syntax region cdqString start=/\Z"/ skip=/\\./ end=/\Z"\|$/ contains=cdqEscape oneline
syntax region cdqString start=/\Z'/ skip=/\\./ end=/\Z'\|$/ contains=cdqEscape oneline
syntax match cdqEscape /\\\%(u{\x\+}\|u\x\{4}\|x\x\{2}\|\o\{3}\|[\\'"nrt0]\)/ contained
syntax match cdqComment /\/\/.*$/ contains=@Spell
syntax match cdqDocumentation /\/\/\/\/\@!.*$/ contains=@Spell
syntax region cdqComment start=/\/\*/ end=/\*\// contains=cdqComment,@Spell keepend extend

syntax sync fromstart

highlight default link cdqAnnotation PreProc
highlight default link cdqBuiltIn Type
highlight default link cdqCall Keyword
highlight default link cdqCardinality Keyword
highlight default link cdqClause Keyword
highlight default link cdqComment Comment
highlight default link cdqConstant Constant
highlight default link cdqDeclaration Keyword
highlight default link cdqDeclaredName Function
highlight default link cdqDocumentation SpecialComment
highlight default link cdqEscape SpecialChar
highlight default link cdqFunction Function
highlight default link cdqModifier Keyword
highlight default link cdqName Identifier
highlight default link cdqNumber Number
highlight default link cdqOperator Operator
highlight default link cdqParameter Identifier
highlight default link cdqProperty Identifier
highlight default link cdqSelf Constant
highlight default link cdqStep Identifier
highlight default link cdqString String
highlight default link cdqType Type
highlight default link cdqWordOperator Operator

let b:current_syntax = 'cdq'
let &cpo = s:cpo
unlet s:cpo
