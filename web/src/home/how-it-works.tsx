import { ArrowRight } from 'lucide-react'
import { PrintOffer } from '../parts/print-offer.tsx'
import { LinkButton } from '../ui/button.tsx'
import styles from './how-it-works.module.css'

const STEPS = [
  { title: 'Subí tus PDF', text: 'Los que quieras, del tamaño que sean.' },
  { title: 'Elegí cómo', text: 'Copias, doble faz, color, anillado.' },
  { title: 'Pagá y retirá', text: 'Te avisamos por mail cuando está listo.' },
]

/** The steps to print, which most visitors come for; visible beside every slide. */
export function HowItWorks() {
  return (
    <section className={styles.section} aria-label="Cómo imprimir">
      <div className={`wrap ${styles.inner}`}>
        <ol className={styles.steps}>
          {STEPS.map(({ title, text }, index) => (
            <li key={title}>
              <b aria-hidden>{index + 1}</b>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <LinkButton className={styles.go} to="/imprimitodo" iconAfter={ArrowRight}>
          Empezar
          <PrintOffer />
        </LinkButton>
      </div>
    </section>
  )
}
