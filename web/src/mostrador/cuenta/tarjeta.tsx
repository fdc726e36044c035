import type { ReactNode } from 'react'
import { Logo } from '../../ui/picture/logo.tsx'
import { ROTULO } from '../../ui/state/nombre.ts'
import { Heading } from '../layout/heading.tsx'
import styles from '../session/login.module.css'

/** A page of the counter without its frame: a card in the middle. `shown`: its heading, if that is not its title. */
export function Tarjeta({ title, shown, children }: { title: string; shown?: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <p className={styles.brand}>
          <Logo /> <span>{ROTULO}</span>
        </p>
        <Heading title={title}>{shown}</Heading>
        {children}
      </div>
    </main>
  )
}
