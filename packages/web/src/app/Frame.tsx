import {
  BookOpenIcon,
  FileUpIcon,
  HistoryIcon,
  MonitorIcon,
  MoonIcon,
  ScaleIcon,
  ShieldCheckIcon,
  SunIcon,
} from '../design/icons.tsx'
import type { ReactNode } from 'react'
import { itemAt } from '@polyparse/document/items'
import { themes, useTheme } from '../design/theme.ts'
import { useMessages } from '../language/messages.ts'
import { LanguagePicker } from './LanguagePicker.tsx'
import icon from './icon.svg'
import './frame.css'

export type View = 'workbench' | 'jobs' | 'bench' | 'admin' | 'docs'

const views = [
  { view: 'workbench', href: '/#/', label: 'workbench', Icon: FileUpIcon },
  { view: 'jobs', href: '/#/jobs', label: 'jobs', Icon: HistoryIcon },
  { view: 'bench', href: '/#/bench', label: 'bench', Icon: ScaleIcon },
  { view: 'docs', href: '/docs/api', label: 'reference', Icon: BookOpenIcon },
  { view: 'admin', href: '/#/admin', label: 'admin', Icon: ShieldCheckIcon },
] as const

/** The frame around every view; null: of somebody who has a link to one result, and nothing to go to. */
export const AppFrame = ({ view, children }: { readonly view: View | null; readonly children: ReactNode }) => {
  const messages = useMessages()
  return (
    <div className="frame">
      <a className="skip" href="#main" onClick={skip}>
        {messages.frame.skip}
      </a>
      <header className="bar">
        <a className="brand" href="/#/">
          <img src={icon} alt="" width={22} height={22} />
          Polyparse
        </a>
        {view !== null && (
          <nav aria-label={messages.frame.views}>
            {views.map(({ view: each, href, label, Icon }) => (
              <a key={each} href={href} title={messages.frame[label]} aria-current={each === view ? 'page' : undefined}>
                <Icon size={15} aria-hidden />
                <span>{messages.frame[label]}</span>
              </a>
            ))}
          </nav>
        )}
        <div id="bar-slot" className="bar-slot" />
        <LanguagePicker />
        <ThemeButton />
      </header>
      {children}
    </div>
  )
}

/** The hash selects the view, so the link cannot use one. */
const skip = (event: React.MouseEvent) => {
  event.preventDefault()
  const main = document.querySelector<HTMLElement>('#main')
  if (main === null) return
  main.tabIndex = -1
  main.focus()
}

const themeIcons = { system: MonitorIcon, light: SunIcon, dark: MoonIcon }

const ThemeButton = () => {
  const messages = useMessages()
  const [theme, setTheme] = useTheme()
  const Icon = themeIcons[theme]
  const next = itemAt(themes, (themes.indexOf(theme) + 1) % themes.length)
  const { theme: names, themeIs, switchTheme } = messages.frame
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={switchTheme(names[theme], names[next])}
      title={themeIs(names[theme])}
      onClick={() => setTheme(next)}
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}
