import { CircleAlertIcon, InfoIcon, TriangleAlertIcon } from './icons.tsx'
import type { ReactNode } from 'react'

const icons = { bad: CircleAlertIcon, wait: TriangleAlertIcon, plain: InfoIcon }

/** Something the reader should know; what went wrong is announced at once. */
export const Notice = ({
  tone = 'plain',
  title,
  children,
  actions,
}: {
  readonly tone?: keyof typeof icons
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) => {
  const Icon = icons[tone]
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden />
      <strong>{title}</strong>
      <div className="notice-body">
        {children}
        {actions !== undefined && <div className="notice-actions">{actions}</div>}
      </div>
    </div>
  )
}
