import type { ReactNode } from 'react'

type IconProps = {
  /** Its width and height in pixels; default: 24. */
  readonly size?: number
  readonly strokeWidth?: number
  readonly className?: string
  readonly 'aria-hidden': true
}

/** A component that shows the drawing, whose lines lie in a square of 24 units and take the colour of the text. */
export const drawIcon =
  (drawing: ReactNode) =>
  ({ size = 24, ...rest }: IconProps) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {drawing}
    </svg>
  )
