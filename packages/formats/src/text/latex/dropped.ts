const entriesOfArgumentCount = (count: number, names: string): [string, number][] =>
  names.split(' ').map((name) => [name, count])

/** Commands that are no text, with the number of their arguments, which are none either. */
export const droppedArguments: ReadonlyMap<string, number> = new Map([
  ...entriesOfArgumentCount(
    0,
    'maketitle tableofcontents listoffigures listoftables newpage clearpage cleardoublepage pagebreak nopagebreak noindent indent centering raggedright raggedleft bigskip medskip smallskip vfill hfill hrulefill dotfill hline toprule midrule bottomrule par protect relax null makeatletter makeatother frontmatter mainmatter backmatter appendix printbibliography printindex allowbreak nolinebreak footnotemark onecolumn sloppy fussy singlespacing doublespacing onehalfspacing ignorespaces unskip strut leavevmode normalfont tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge rmfamily sffamily mdseries upshape scshape boldmath unboldmath selectfont newblock begingroup endgroup phantomsection qed qedhere displaystyle balance flushbottom raggedbottom',
  ),
  ...entriesOfArgumentCount(
    1,
    'documentclass usepackage RequirePackage vspace hspace pagestyle thispagestyle pagenumbering bibliographystyle hypersetup geometry graphicspath nocite index glossary phantom hphantom vphantom hyphenation selectlanguage color usetikzlibrary tikzset lstset captionsetup setlist cmidrule cline rowcolor cellcolor columncolor arraybackslash includeonly linespread pdfinfo setstretch bstctlcite usetheme usecolortheme useoutertheme useinnertheme newif newcounter newlength newsavebox stepcounter refstepcounter pgfplotsset microtypesetup subjclass',
  ),
  ...entriesOfArgumentCount(
    2,
    'setlength addtolength setcounter addtocounter fontsize rule markboth settowidth numberwithin newcolumntype newglossaryentry setbeamertemplate setbeamercolor setbeamerfont',
  ),
  ...entriesOfArgumentCount(3, 'addcontentsline definecolor newenvironment renewenvironment'),
  ...entriesOfArgumentCount(4, 'titlespacing'),
  ...entriesOfArgumentCount(5, 'titleformat'),
])

/** Commands whose last argument is text, with the number of arguments before it that are none. */
export const droppedBefore: ReadonlyMap<string, number> = new Map([
  ...entriesOfArgumentCount(1, 'textcolor colorbox parbox raisebox scalebox rotatebox foreignlanguage texorpdfstring'),
  ...entriesOfArgumentCount(2, 'resizebox fcolorbox'),
])

/** Environments that are programs for drawings. */
export const drawingEnvironments = new Set([
  'tikzpicture',
  'picture',
  'pspicture',
  'pgfpicture',
  'forest',
  'circuitikz',
  'axis',
])

/** Environments of code, which is kept as it is. */
export const codeEnvironments = new Set([
  'verbatim',
  'Verbatim',
  'lstlisting',
  'minted',
  'alltt',
  'BVerbatim',
  'lstinputlisting',
])

/** Arguments in braces at the beginning of environments that are no text. */
export const environmentArguments: Readonly<Record<string, number>> = {
  minipage: 1,
  multicols: 1,
  wrapfigure: 2,
  wraptable: 2,
  subfigure: 1,
  subtable: 1,
  adjustbox: 1,
  spacing: 1,
  otherlanguage: 1,
  tcolorbox: 0,
  thebibliography: 1,
  list: 2,
  column: 1,
  columns: 0,
  adjustwidth: 2,
  minted: 1,
}
