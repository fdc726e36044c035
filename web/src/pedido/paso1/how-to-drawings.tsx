import type { ReactNode } from 'react'

const outline = { stroke: 'var(--ink)', strokeWidth: 3, strokeLinejoin: 'round' as const }

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 240 120" fill="none" aria-hidden="true">
      {children}
    </svg>
  )
}

const page = (x: number, y: number, lines: string) => (
  <>
    <rect x={x} y={y} width="54" height="74" fill="var(--sheet)" {...outline} />
    <path
      d={`M${x + 10} ${y + 16}h34M${x + 10} ${y + 28}h34M${x + 10} ${y + 40}h22M${x + 10} ${y + 52}h34`}
      stroke={lines}
      strokeWidth="4"
    />
  </>
)

/** The explainer's four steps. */
export const HOW_TO_STEPS = [
  {
    title: 'Guardalos como PDF',
    text: 'En Word o Google Docs: Archivo → Descargar → PDF, en tamaño A4. Así salen igual que en tu pantalla.',
    drawing: (
      <Drawing>
        {page(30, 24, 'var(--ink-2)')}
        <path d="M100 61h34m-12-12 12 12-12 12" stroke="var(--ink)" strokeWidth="4" />
        <rect x="160" y="29" width="54" height="74" fill="var(--lemon)" />
        {page(154, 24, 'var(--blue)')}
        <rect x="160" y="72" width="54" height="24" rx="3" fill="var(--red)" {...outline} />
        <text x="187" y="89" textAnchor="middle" fill="#fff" fontSize="16" fontWeight="700">
          PDF
        </text>
      </Drawing>
    ),
  },
  {
    title: 'Subilos',
    text: 'Arrastralos o tocá «Elegir archivos». Podés sumar todos los que quieras, sin límite de tamaño.',
    drawing: (
      <Drawing>
        <rect
          x="40"
          y="14"
          width="160"
          height="94"
          rx="6"
          fill="var(--sheet)"
          {...outline}
          strokeDasharray="9 7"
        />
        {page(70, 26, 'var(--blue)')}
        <path d="M160 92V44m-18 18 18-18 18 18" stroke="var(--blue)" strokeWidth="6" />
      </Drawing>
    ),
  },
  {
    title: 'Elegí cómo los querés',
    text: 'Copias, doble faz, color y anillado. ¿Varios en un mismo anillado? Tocá «Agrupar archivos».',
    drawing: (
      <Drawing>
        <rect x="74" y="22" width="62" height="84" fill="var(--lemon)" {...outline} />
        <rect x="68" y="16" width="62" height="84" fill="var(--sheet)" {...outline} />
        <path d="M82 34h34M82 48h34M82 62h22" stroke="var(--blue)" strokeWidth="4" />
        <path
          d="M76 26H58M76 42H58M76 58H58M76 74H58M76 90H58"
          stroke="var(--ink)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <rect x="156" y="34" width="62" height="24" rx="4" fill="var(--lemon)" {...outline} />
        <rect x="156" y="66" width="62" height="24" rx="4" fill="var(--sheet)" {...outline} />
        <path d="m168 46 6 6 12-12" stroke="var(--ink)" strokeWidth="4" />
      </Drawing>
    ),
  },
  {
    title: 'Confirmá y pagá',
    text: 'Contamos las hojas, ves el precio exacto y pagás online. Te avisamos por mail cuando está listo.',
    drawing: (
      <Drawing>
        <path d="M84 12h72v92l-9-8-9 8-9-8-9 8-9-8-9 8-9-8-9 8Z" fill="var(--sheet)" {...outline} />
        <path d="M98 32h44M98 46h44" stroke="var(--ink-2)" strokeWidth="4" />
        <path d="M98 66h18M126 66h16" stroke="var(--ink)" strokeWidth="6" />
        <circle cx="164" cy="84" r="20" fill="var(--leaf)" {...outline} />
        <path d="m155 84 7 7 12-13" stroke="#fff" strokeWidth="5" />
      </Drawing>
    ),
  },
]
