import { base } from './base.ts'
import { disputes } from './disputes.ts'
import { summary } from './summary.ts'
import { texts } from './texts.ts'

/** The style sheet of every report. */
export const style = [base, summary, disputes, texts].join('')
