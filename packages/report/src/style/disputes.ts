import { disputeKinds } from '@polyparse/contract'

/** The list of disputes. Kinds that are not selected are hidden without a script. */
export const disputes = `
.filter { border: 0; padding: 0; margin-top: .9rem; display: flex; flex-wrap: wrap; gap: .4rem }
.filter legend { float: left; padding: .3rem .6rem .3rem 0; color: var(--muted); font-size: .88rem }
.filter label { position: relative }
.filter input { position: absolute; inset: 0; opacity: 0; cursor: pointer; margin: 0 }
.filter span { display: block; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 99rem; background: var(--card); font-size: .88rem }
.filter input:checked + span { background: var(--text); border-color: var(--text); color: var(--card) }
.filter input:focus-visible + span { outline: 2px solid var(--link); outline-offset: 2px }
${disputeKinds.map((kind) => `.disputes:has([value="${kind}"]:checked) .dispute:not(.k-${kind})`).join(',\n')} { display: none }
.disputes ol { display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr) }
.disputes .filter + ol { margin-top: .9rem }
.rest { margin-top: .75rem }
.rest > summary { padding: .6rem .9rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--link) }
.rest > ol { margin-top: .75rem }
.dispute { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .85rem 1.1rem 1rem; content-visibility: auto; contain-intrinsic-size: auto 15rem }
.dispute:target { border-color: var(--spot); box-shadow: 0 0 0 2px var(--spot) }
.dispute header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .8rem; font-size: .86rem; color: var(--muted) }
.dispute .number { min-width: 1.6rem; padding: 0 .35rem; border-radius: 99rem; background: var(--spot); color: light-dark(#fff, #16191d); font-weight: 650; text-align: center }
.dispute .kind { font-weight: 650; color: var(--text) }
.weight.serious { color: var(--bad); font-weight: 600 }
.weight span { letter-spacing: .1em; font-size: .8em }
.dispute .outlier bdi { font-weight: 600; color: var(--text) }
.dispute h3, .dispute h4 { font-size: 1rem; font-weight: 550; line-height: 1.45; margin: .35rem 0 .6rem; max-width: 90ch }
.side { display: grid; grid-template-columns: minmax(6rem, 9rem) minmax(0, 1fr); gap: 0 1rem; padding: .4rem 0 .4rem .8rem; border-inline-start: 3px solid var(--hue) }
.side + .side { margin-top: .35rem }
.side dt { font-weight: 620; font-size: .9rem }
.side dd { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: .25rem 1rem; align-items: start }
.side p { max-width: 90ch }
.side b { font-weight: 600 }
.also { margin-top: .6rem; font-size: .92rem }
.also > summary { color: var(--link); cursor: pointer; padding: .2rem 0 }
.also li { margin-top: .25rem }
.also bdi { color: var(--muted); margin-inline-start: .5rem }
.around { color: var(--muted) }
.nothing { color: var(--bad); font-style: italic; padding: 0 .3rem; border: 1px dashed currentcolor; border-radius: 4px }
.see { font-size: .86rem; white-space: nowrap; padding-block: .1rem }
.on-page { width: 1.9rem; grid-column: 3; border: 1px solid var(--partial-line); border-radius: 2px; background: light-dark(#fff, #0f1216) }
.on-page rect { fill: var(--spot) }
@media screen and (max-width: 52rem) {
  .dispute { padding: .8rem .85rem }
  .side { grid-template-columns: minmax(0, 1fr) }
  .side dd { grid-template-columns: minmax(0, 1fr) auto }
  .side p { grid-column: 1 / -1 }
  .on-page { grid-column: 2; grid-row: 2 }
}
`
