import { InlineProse } from '../design/InlineProse.tsx'

/** Text of the description: paragraphs, and code between backticks. */
export const Prose = ({ text, className = '' }: { readonly text: string; readonly className?: string }) =>
  text.split(/\n{2,}/).map((paragraph) => (
    <p key={paragraph} className={className}>
      <InlineProse text={paragraph} />
    </p>
  ))
