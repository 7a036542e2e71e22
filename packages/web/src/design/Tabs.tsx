import { useRef, type KeyboardEvent, type ReactNode } from 'react'

export type Tab<Id extends string> = { readonly id: Id; readonly label: string; readonly count?: number }

/** Tabs with one panel (WAI-ARIA, automatic activation): arrows, Home and End move. The panel is the caller's `children`. */
export const Tabs = <Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  beside,
  children,
}: {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  /** The contents at the end of the row of tabs. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}) => {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ id }) => id === selected)
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const tab = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (tab === undefined) return
    event.preventDefault()
    onSelect(tab.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }
  return (
    <>
      <div className="tabs-row">
        <div role="tablist" aria-label={label} className="tabs" ref={list} onKeyDown={move}>
          {tabs.map(({ id, label: name, count }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              data-tab={id}
              aria-selected={id === selected}
              aria-controls={`panel-${id}`}
              tabIndex={id === selected ? 0 : -1}
              onClick={() => onSelect(id)}
            >
              {name}
              {count !== undefined && <span className="count">{count}</span>}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div role="tabpanel" id={`panel-${selected}`} aria-labelledby={`tab-${selected}`} className="panel" tabIndex={0}>
        {children}
      </div>
    </>
  )
}
