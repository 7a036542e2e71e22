import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { loadLanguage, useLanguage } from './language/messages.ts'
import { expireJudgements } from './judging/stored.ts'
import './design/tokens.css'
import './design/base.css'
import './design/controls.css'

const root = document.querySelector('#app')
if (root === null) throw new Error('The page has no #app element.')
/** Another language begins anew, so that no text of the last one stays. */
const Localised = () => <App key={useLanguage()} />

expireJudgements(Date.now())
// English is part of the app; where another language cannot be loaded, it remains.
await loadLanguage().catch(() => {})
createRoot(root).render(
  <StrictMode>
    <Localised />
  </StrictMode>,
)
