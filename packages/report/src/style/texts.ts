/** The texts side by side, and the report on paper. */
export const textStyles = `
.legend { margin-bottom: 1.25rem; font-size: .9rem; color: var(--muted) }
.legend ul { display: flex; flex-wrap: wrap; gap: .35rem 1.4rem; margin-top: .6rem }
.legend mark, .legend .spot { color: var(--text) }
.page { content-visibility: auto; contain-intrinsic-size: auto 60rem; margin-bottom: 1.75rem }
.page > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem; margin-bottom: .5rem }
.page > header > * { font-size: 1rem }
.page:target > header > :first-child { text-decoration: underline; text-decoration-color: var(--spot); text-decoration-thickness: 3px; text-underline-offset: .3em }
.chips { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem }
.chips li { font-size: .8rem; color: var(--muted) }
.chips a { display: block; padding: 0 .5rem; border: 1px solid var(--spot); border-radius: 99rem; color: var(--text); text-decoration: none }
.columns { display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); background: var(--card); border: 1px solid var(--line); border-radius: 12px }
.columns.many { grid-template-columns: none; grid-auto-flow: column; grid-auto-columns: minmax(24rem, 1fr); overflow-x: auto }
.column { padding: 0 1.1rem 1.1rem; min-width: 0; font-size: .92rem }
.column + .column { border-inline-start: 1px solid var(--line) }
.column > :is(h3, h4, h5) { position: sticky; top: 2.9rem; z-index: 2; margin: 0 -1.1rem .8rem; padding: .55rem 1.1rem .45rem; font-size: .88rem; background: var(--card); border-bottom: 2px solid var(--hue); border-radius: 12px 12px 0 0 }
.many .column > :is(h3, h4, h5) { position: static }
.b + .b, .b + .sheet, .sheet + .b, .sheet + .sheet { margin-top: .65em }
.b-title { font-size: 1.3em; font-weight: 680; line-height: 1.3 }
.b-heading { font-size: 1.08em; font-weight: 650; line-height: 1.35 }
.b-heading.l1 { font-size: 1.2em }
.b + .b-heading { margin-top: 1em }
.b-list_item { padding-inline-start: 1em }
.b-list_item.l2 { padding-inline-start: 2.2em }
.b-list_item.l3, .b-list_item.l4 { padding-inline-start: 3.4em }
.b + .b-list_item { margin-top: .3em }
.b-caption { font-style: italic }
.b-footnote { font-size: .9em; padding-top: .4em; border-top: 1px solid var(--line) }
.b-page_header, .b-page_footer { font-size: .82em; color: var(--muted) }
.b-picture { padding: .7em .8em; border: 1px dashed var(--partial-line); border-radius: 8px; color: var(--muted); font-size: .9em }
.b-code, .b-formula, .b-source { font: .88em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow: clip; overflow-clip-margin: 2px }
.b-code { padding: .6em .8em; border-radius: 8px; background: var(--raised) }
.sheet { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px }
.sheet table { border-collapse: collapse; font-size: .86em; line-height: 1.4; min-width: 100% }
.sheet caption { text-align: start; padding: .4em .6em; font-style: italic }
.sheet th, .sheet td { padding: .3em .6em; border: 1px solid var(--line); vertical-align: top; text-align: start; overflow-wrap: normal; min-width: 2.5em }
.sheet :is(td, th):has(> .ref) { min-width: 6.4em }
.sheet tr:first-child > * { border-top: 0 }
.sheet tr:last-child > * { border-bottom: 0 }
.sheet th { background: var(--raised); font-weight: 620 }
.spot { background-image: linear-gradient(var(--spot) 0 0); background-position: 0 100%; background-size: 100% 2px; background-repeat: no-repeat; padding-bottom: 2px }
.spot mark { box-shadow: none; border-bottom: 0 }
.ref { display: inline-block; min-width: 1.5em; margin-inline-end: .25em; padding: 0 .3em; border-radius: 99rem; background: var(--spot); color: light-dark(#fff, #16191d); font-size: .74em; font-weight: 650; line-height: 1.5; text-align: center; text-decoration: none; vertical-align: .15em; scroll-margin-top: 9rem }
.ref:target { outline: 3px solid var(--spot); outline-offset: 2px }
.ref:target + .spot, .ref:target + .spot mark { background-color: var(--unmatched) }
.gap { display: inline-block; margin-inline: .1em .3em; padding: 0 .35em; border: 1px dashed var(--bad); border-radius: 4px; color: var(--bad); font-size: .74em; font-weight: 600; line-height: 1.35; vertical-align: .12em }
@media screen and (max-width: 52rem) {
  .columns, .columns.many { grid-template-columns: none; grid-auto-flow: column; grid-auto-columns: 86%; overflow-x: auto; scroll-snap-type: x proximity }
  .column { scroll-snap-align: start }
  .column > :is(h3, h4, h5) { position: static }
}
@media print {
  :root { color-scheme: light; font-size: 10px }
  .bar, .skip, .filter, .see { display: none }
  .page, .dispute { content-visibility: visible }
  .dispute { break-inside: avoid }
  .column > :is(h3, h4, h5) { position: static }
  .columns.many { display: block }
  .column { padding-inline: .7rem; font-size: .85rem }
  .sheet { overflow: visible }
  .sheet :is(td, th) { min-width: 0 !important; padding: .15em .25em; overflow-wrap: anywhere }
  details::details-content { content-visibility: visible; display: block }
  mark, .spot, .ref, .gap, [class*="heat-"] { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`
