import { percent } from '../markup/format.ts'
import { html, type Html } from '../markup/html.ts'

/** A share as a bar and as a figure. */
export const shareBar = (share: number): Html =>
  html`<span class="share"
    ><i style="--share: ${Math.round(share * 100)}%" aria-hidden="true"></i>${percent(share)}</span
  >`
