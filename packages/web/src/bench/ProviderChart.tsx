import { NamedProvider } from '../session/NamedProvider.tsx'
import { hueOfProvider } from '@polyparse/compare/view'
import { Chart, LinearScale, PointElement, ScatterController, Tooltip } from 'chart.js'
import { useEffect, useRef } from 'react'

Chart.register(ScatterController, LinearScale, PointElement, Tooltip)

export type ChartPoint = { readonly provider: string; readonly x: number; readonly y: number }

type ProviderChartProps = {
  readonly points: readonly ChartPoint[]
  readonly xName: string
  readonly yName: string
  readonly xText: (x: number) => string
  readonly yText: (y: number) => string
  /** The title, with a note that a table has the same figures. */
  readonly label: string
}

/** Providers as points; the colours are those of the theme. */
export const ProviderChart = ({ points, xName, yName, xText, yText, label }: ProviderChartProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const legend = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const [element, list] = [canvas.current, legend.current]
    if (element === null || list === null) return
    let chart: Chart | null = null
    const draw = () => {
      chart?.destroy()
      const { color } = getComputedStyle(element)
      const line = getComputedStyle(list).borderTopColor
      const hues = [...list.querySelectorAll('.swatch')].map((swatch) => getComputedStyle(swatch).backgroundColor)
      const axis = (name: string, textOf: (value: number) => string) => ({
        title: { display: true, text: name, color },
        ticks: { color, maxTicksLimit: 6, callback: (value: string | number) => textOf(Number(value)) },
        grid: { color: line },
        border: { color: line },
      })
      chart = new Chart(element, {
        type: 'scatter',
        data: {
          datasets: points.map(({ provider, x, y }, index) => ({
            label: provider,
            data: [{ x, y }],
            backgroundColor: hues[index] ?? color,
            pointRadius: 7,
            pointHoverRadius: 9,
            clip: false,
          })),
        },
        options: {
          animation: false,
          maintainAspectRatio: false,
          scales: {
            x: { ...axis(xName, xText), beginAtZero: true, grace: '5%' },
            y: { ...axis(yName, yText), max: 1 },
          },
          plugins: {
            tooltip: {
              callbacks: {
                label: ({ dataset, parsed }) =>
                  `${dataset.label ?? ''}: ${yText(parsed.y ?? 0)}, ${xText(parsed.x ?? 0)}`,
              },
            },
          },
        },
      })
    }
    draw()
    // Both change the colours: the theme of the app and that of the system.
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', draw)
    return () => {
      theme.disconnect()
      system.removeEventListener('change', draw)
      chart?.destroy()
    }
  }, [points, xName, yName, xText, yText])
  return (
    <figure className="provider-chart">
      <div className="provider-chart-canvas">
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
      <ul ref={legend} className="provider-chart-legend small">
        {points.map(({ provider }) => (
          <li key={provider} className={`hue-${hueOfProvider(provider)}`}>
            <span className="swatch" aria-hidden /> <NamedProvider id={provider} />
          </li>
        ))}
      </ul>
    </figure>
  )
}
