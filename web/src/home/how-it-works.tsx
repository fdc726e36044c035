import styles from './how-it-works.module.css'

const STEPS = [
  { title: 'Subí tus PDF', text: 'Los que quieras, del tamaño que sean.' },
  { title: 'Elegí cómo', text: 'Copias, doble faz, color o blanco y negro, anillado.' },
  { title: 'Pagá y retirá', text: 'Te avisamos por mail cuando está listo.' },
]

export function HowItWorks() {
  return (
    <section className={`wrap ${styles.section}`} aria-label="Cómo funciona">
      <ol className={styles.steps}>
        {STEPS.map(({ title, text }, index) => (
          <li key={title}>
            <b aria-hidden>{index + 1}</b>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
