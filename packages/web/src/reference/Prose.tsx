/** Text of the description: paragraphs, and code between backticks. */
export const Prose = ({ text, className = '' }: { readonly text: string; readonly className?: string }) =>
  text.split(/\n{2,}/).map((paragraph) => (
    <p key={paragraph} className={className}>
      <InlineProse text={paragraph} />
    </p>
  ))

export const InlineProse = ({ text }: { readonly text: string }) => (
  <span lang="en">
    {text.split('`').map((part, index) =>
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change
      index % 2 === 1 ? <code key={index}>{part}</code> : part,
    )}
  </span>
)
