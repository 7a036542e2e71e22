import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import './design/tokens.css'
import './design/base.css'
import './design/controls.css'

const root = document.querySelector('#app')
if (root === null) throw new Error('The page has no #app element.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
