import { disputes } from './disputes.ts'
import { summaryStyles } from './summary.ts'
import { textStyles } from './texts.ts'

/** Colours, type and the frame of the page; every pair of colours that carries text keeps a contrast of 4.5 : 1. */
const base = `
:root {
  color-scheme: light dark;
  --back: light-dark(#f5f6f8, #0f1216);
  --card: light-dark(#ffffff, #171b21);
  --raised: light-dark(#f1f3f6, #1f252d);
  --line: light-dark(#dde2e8, #2c343e);
  --text: light-dark(#16191d, #e6eaef);
  --muted: light-dark(#566170, #9fabba);
  --link: light-dark(#1a56c4, #86b4ff);
  --good: light-dark(#146c43, #63d297);
  --good-back: light-dark(#e2f5ea, #12301f);
  --bad: light-dark(#b3261e, #ff9d94);
  --bad-back: light-dark(#fdeceb, #3b1a18);
  --unmatched: light-dark(#ffe2a8, #5a3f07);
  --unmatched-line: light-dark(#a35a00, #ffbf47);
  --partial: light-dark(#eef1f5, #242b34);
  --partial-line: light-dark(#7a8696, #8c98a8);
  --moved: light-dark(#e3e5ff, #2b2d5c);
  --moved-line: light-dark(#5052c9, #a5a8ff);
  --spot: light-dark(#d1242f, #ff7b72);
  --hue: light-dark(#5c6773, #9aa7b5);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
  scroll-padding-top: 4.5rem;
  -webkit-text-size-adjust: 100%;
}
.hue-0 { --hue: light-dark(#2563d9, #6ea8ff) }
.hue-1 { --hue: light-dark(#b5541c, #f39b5f) }
.hue-2 { --hue: light-dark(#137a68, #4fcdb4) }
.hue-3 { --hue: light-dark(#8b3fb0, #d292f2) }
.hue-4 { --hue: light-dark(#8a6d00, #dfc04a) }
.hue-5 { --hue: light-dark(#bd2c66, #ff8ab5) }
.hue-6 { --hue: light-dark(#4a6b12, #a9cf62) }
.hue-7 { --hue: light-dark(#5b50d6, #aaa4ff) }
.hue-8 { --hue: light-dark(#1c7391, #68c6e8) }
.hue-9 { --hue: light-dark(#7a4a35, #d6a48c) }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); overflow-wrap: anywhere }
a { color: var(--link); text-underline-offset: .15em }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px }
h1, h2, h3, h4, h5, h6, p, pre, ul, ol, dl, dd, fieldset, table { margin: 0 }
ul, ol { padding: 0; list-style: none }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.skip { position: absolute; left: -999rem; padding: .5rem 1rem; background: var(--card) }
.skip:focus { left: 1rem; top: 1rem; z-index: 9 }
.head, .bar ul, main, .foot { max-width: 92rem; margin-inline: auto; padding-inline: clamp(1rem, 3vw, 2.5rem) }
.head { padding-block: 2rem 1.25rem }
.head h1 { font-size: clamp(1.4rem, 3vw, 2rem); line-height: 1.2; letter-spacing: -.015em; margin-block: .2rem .35rem }
.head p { color: var(--muted) }
.head .brand { font-size: .8rem; font-weight: 650; letter-spacing: .08em; text-transform: uppercase }
.bar { position: sticky; top: 0; z-index: 5; background: color-mix(in srgb, var(--back) 92%, transparent); backdrop-filter: blur(8px); border-block: 1px solid var(--line) }
.bar ul { display: flex; gap: .25rem; overflow-x: auto; padding-block: .4rem; scrollbar-width: thin }
.bar a { display: block; max-width: 18rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding: .3rem .7rem; border-radius: 99rem; color: var(--text); text-decoration: none; font-size: .9rem }
.bar a:hover { background: var(--raised) }
main { padding-block: 1.5rem 3rem; display: grid; gap: 2.25rem; grid-template-columns: minmax(0, 1fr) }
main section > h2, main section > h3 { font-size: 1.2rem; line-height: 1.3; letter-spacing: -.01em; margin-bottom: .75rem }
.document { display: grid; gap: 2rem; grid-template-columns: minmax(0, 1fr); border-top: 3px solid var(--line); padding-top: 1.75rem }
.document > header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1.5rem }
.document > header h2 { font-size: 1.5rem; line-height: 1.25 }
.document section > h3 { font-size: 1.08rem }
.note { color: var(--muted); max-width: 75ch }
.note + *, .note ~ ol { margin-top: .9rem }
.foot { padding-block: 1.25rem 2.5rem; color: var(--muted); font-size: .87rem; border-top: 1px solid var(--line) }
.swatch { display: inline-block; width: .7em; height: .7em; margin-inline-end: .45em; border-radius: 3px; background: var(--hue) }
mark { background: none; color: inherit; border-radius: 2px }
mark.a { background: var(--unmatched); box-shadow: 0 2px var(--unmatched-line) }
mark.s { background: var(--partial); border-bottom: 1.5px dotted var(--partial-line) }
mark.v { background: var(--moved); border-bottom: 1.5px dashed var(--moved-line) }
`

/** The style sheet of every report. */
export const style = [base, summaryStyles, disputes, textStyles].join('')
