import { Upload } from 'lucide-react'
import { PrintOffer } from '../parts/print-offer.tsx'
import { LinkButton } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './primera.module.css'

/** The way to print, which most visitors come for: at the top of every first screen. */
export function Primera() {
  return (
    <section className={`wrap ${styles.primera}`} aria-label="Imprimir">
      <PageHeading title="">
        Subí tu PDF y mirá el precio <mark>al instante</mark>
      </PageHeading>
      <p className={styles.sub}>Sin filas ni demoras: imprimí desde tu casa y retirá en la sucursal.</p>
      <div className={styles.box}>
        <LinkButton variant="primary" to="/imprimitodo/paso1" icon={Upload} wide className={styles.go}>
          Subir PDF
          <PrintOffer />
        </LinkButton>
      </div>
    </section>
  )
}
