/** The verdict, the table of providers, and the agreement by pair and by page. */
export const summaryStyles = `
.verdict { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.4rem 1.5rem; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .25rem 2.5rem; box-shadow: 0 1px 3px rgb(0 0 0 / .05) }
.verdict > h2, .verdict > h3 { grid-column: 1 / -1; font-size: .82rem !important; font-weight: 650; letter-spacing: .06em; text-transform: uppercase; color: var(--muted); margin-bottom: .2rem !important }
.verdict .answer { font-size: clamp(1.35rem, 2.6vw, 1.85rem); font-weight: 680; line-height: 1.25; letter-spacing: -.015em }
.verdict .answer span { color: var(--good) }
.verdict .answer + p { max-width: 68ch; margin-top: .4rem }
.reasons { margin-top: .7rem; display: grid; gap: .25rem; max-width: 68ch }
.reasons li { padding-inline-start: 1.2em; position: relative }
.reasons li::before { content: ""; position: absolute; inset: .62em auto auto .2em; width: .38em; height: .38em; border-radius: 50%; background: var(--good) }
.answer.none ~ .reasons li::before { background: var(--muted) }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem; margin-top: 1rem }
.charts figure { margin: 0 }
.charts svg { width: 100%; max-width: 34rem; height: auto; font-size: 12px }
.charts text { fill: var(--muted) }
.charts .name { fill: var(--text); font-weight: 600 }
.charts .grid { stroke: var(--line) }
.charts .dot { fill: var(--hue) }
.charts figcaption { color: var(--muted) }
.decided { margin-top: .4rem; color: var(--muted); font-weight: 560 }
.outcomes { margin-top: .7rem; color: var(--bad); font-weight: 550 }
.figures { display: grid; grid-template-columns: repeat(2, auto); gap: .65rem 1.75rem; align-content: start; padding-inline-start: 2rem; border-inline-start: 1px solid var(--line) }
.figures dt { color: var(--muted); font-size: .82rem }
.figures dd { font-size: 1.25rem; font-weight: 620; line-height: 1.2; white-space: nowrap }
.cards, .scroll table { border-collapse: collapse; font-size: .93rem }
.cards { width: 100%; background: var(--card); border: 1px solid var(--line); border-radius: 12px; border-collapse: separate; border-spacing: 0; overflow: hidden }
.cards th, .cards td { text-align: start; padding: .6rem .9rem; vertical-align: top; border-bottom: 1px solid var(--line) }
.cards tbody tr:last-child > * { border-bottom: 0 }
.cards thead th { font-size: .8rem; font-weight: 600; color: var(--muted); background: var(--raised); white-space: nowrap }
.cards tbody th { font-weight: 620 }
.cards .said { color: var(--muted) }
.overall > p, .documents > p { margin-bottom: .9rem; max-width: 75ch }
.score { display: inline-block; white-space: nowrap; margin-inline-end: .6rem }
.errors { margin-top: .8rem; display: grid; gap: .4rem }
.chosen { display: inline-block; margin-inline-start: .35rem; padding: 0 .5rem; border-radius: 99rem; font-size: .76rem; font-weight: 600; color: var(--good); background: var(--good-back) }
.status { white-space: nowrap }
.status.parsed { color: var(--good) }
.status.failed { color: var(--bad) }
.status.unsupported { color: var(--muted) }
.share { display: inline-flex; align-items: center; gap: .55rem; white-space: nowrap }
.share i { width: 4.2rem; height: .42rem; border-radius: 99rem; background: linear-gradient(var(--link) 0 0) 0 / var(--share) 100% no-repeat, var(--raised) }
summary { cursor: pointer }
details ul { margin-top: .4rem; font-size: .88rem; display: grid; gap: .3rem; max-width: 60ch }
.both { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem }
.scroll { position: relative; overflow-x: auto; max-width: 100%; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
.scroll caption { text-align: start; padding: .6rem .9rem .2rem; color: var(--muted); font-size: .82rem; font-weight: 600 }
.scroll th, .scroll td { padding: .5rem .9rem; text-align: start; white-space: nowrap }
.scroll th { font-weight: 600; font-size: .88rem }
.matrix td, .breakdown td { text-align: end; border: 2px solid var(--card); border-radius: 7px }
.matrix td.self { background: var(--raised) }
.heat-4 { background: light-dark(#dff3e7, #123222) }
.heat-3 { background: light-dark(#eef5d8, #26310f) }
.heat-2 { background: light-dark(#fff1cc, #3a2f0c) }
.heat-1 { background: light-dark(#ffe1cc, #43260f) }
.heat-0 { background: light-dark(#fdd9d7, #47191a) }
.key { display: inline-flex; flex-wrap: wrap; gap: .1rem 1rem; margin-inline-start: .5rem; font-size: .88rem }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .45rem }
.tile { position: relative; display: grid; gap: .3rem; height: 100%; align-content: start; padding: .5rem .65rem; border: 1px solid var(--line); border-radius: 9px; color: var(--text); text-decoration: none }
a.tile:hover { border-color: var(--link) }
.tile .top { display: flex; justify-content: space-between; font-size: .9rem }
.bars { display: grid; gap: 2px }
.bars i { height: 4px; border-radius: 99rem; background: linear-gradient(var(--hue) 0 0) 0 / var(--share) 100% no-repeat, color-mix(in srgb, var(--text) 12%, transparent) }
.who { font-size: .78rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.tiles.small { grid-template-columns: repeat(auto-fill, minmax(4.9rem, 1fr)); gap: .3rem }
.small .tile { padding: .3rem .4rem; border-radius: 6px; position: relative; font-size: .8rem }
.small .tile .top { font-size: .78rem }
.small .who { font-size: .68rem; line-height: 1 }
@media screen and (max-width: 52rem) {
  .verdict { grid-template-columns: minmax(0, 1fr); padding: 1.1rem }
  .figures { grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); padding: .9rem 0 0; margin-top: .9rem; border-inline-start: 0; border-top: 1px solid var(--line) }
  .cards thead { display: block; position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .cards, .cards tbody { display: grid; grid-template-columns: minmax(0, 1fr) }
  .cards tr { display: grid; grid-template-columns: minmax(0, 1fr); gap: .3rem; padding: .8rem .9rem; border-bottom: 1px solid var(--line) }
  .cards tbody tr:last-child { border-bottom: 0 }
  .cards th, .cards td { padding: 0; border: 0 }
  .cards td[data-label] { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: .75rem }
  .cards td[data-label]::before { content: attr(data-label); color: var(--muted) }
  .tiles { grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)) }
}
`
