import type { ReactNode } from 'react'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './legal.module.css'

export type ParteDeTexto = { id: string; titulo: string; texto: ReactNode }

/** A legal text: its title, the date it holds from, and a list of its parts. */
export function Texto({ titulo, desde, partes }: { titulo: string; desde: string; partes: ParteDeTexto[] }) {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading title={titulo} />
      <p className={styles.since}>Vigente desde el {desde}.</p>
      <nav className={styles.index} aria-label="En esta página">
        {partes.map(({ id, titulo }) => (
          <a key={id} href={`#${id}`}>
            {titulo}
          </a>
        ))}
      </nav>
      {partes.map(({ id, titulo, texto }) => (
        <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-titulo`}>
          <h2 id={`${id}-titulo`}>{titulo}</h2>
          {texto}
        </section>
      ))}
    </div>
  )
}
