import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './how-to.module.css'
import { HOW_TO_STEPS } from './how-to-drawings.tsx'

/** The explainer: how to send files, drawn step by step, opened on demand. */
export function HowTo() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.card} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.poster} aria-hidden>
          <Poster />
        </span>
        <span className={styles.text}>
          <b>Cómo mandar tus archivos</b>
          <span>Paso a paso, en cuatro dibujos</span>
        </span>
      </button>
      {open && (
        <Dialog
          title="Cómo mandar tus archivos"
          onClose={() => setOpen(false)}
          actions={
            <Button variant="primary" icon={CirclePlay} onClick={() => setOpen(false)}>
              Empezar
            </Button>
          }
        >
          <ol className={styles.steps}>
            {HOW_TO_STEPS.map(({ title, text, drawing }, index) => (
              <li key={title}>
                <span className={styles.drawing}>{drawing}</span>
                <h3>
                  {index + 1}. {title}
                </h3>
                <p className="muted">{text}</p>
              </li>
            ))}
          </ol>
        </Dialog>
      )}
    </>
  )
}

function Poster() {
  return (
    <svg viewBox="0 0 320 168" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g stroke="var(--ink)" strokeWidth="3">
        <rect x="122" y="30" width="72" height="104" fill="var(--sheet)" transform="rotate(-8 158 82)" />
        <rect x="126" y="30" width="72" height="104" fill="var(--blue)" transform="rotate(7 162 82)" />
        <rect x="124" y="30" width="72" height="104" fill="var(--sheet)" />
      </g>
      <path
        d="M136 48h48M136 62h48M136 76h30M136 90h48M136 104h48M136 118h24"
        stroke="var(--blue)"
        strokeWidth="5"
      />
      <circle cx="196" cy="126" r="24" fill="var(--ink)" />
      <text x="196" y="134" textAnchor="middle" fill="var(--lemon)" className={styles.number}>
        1·2·3
      </text>
    </svg>
  )
}
