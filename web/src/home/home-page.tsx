import { ArrowRight } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { LinkButton } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { RegistrationMark } from '../ui/registration-mark.tsx'
import styles from './home-page.module.css'
import { HowItWorks } from './how-it-works.tsx'
import { PrintOffer } from './print-offer.tsx'
import { Sucursales } from './sucursales.tsx'

/** `pending` is the offer to go on with a half-made order; it renders nothing when there is none. */
export function HomePage({ pending }: { pending: ReactNode }) {
  return (
    <>
      <section className={styles.hero}>
        <div className={`wrap ${styles.inner}`}>
          <div className={styles.copy}>
            <PageHeading title="imprimitodo">
              Sin filas ni demoras: usá nuestro servicio de impresión desde tu casa
            </PageHeading>
            <p className="lead">
              Subí tus PDF, elegí cómo los querés y pagá online. Retirá en Alberdi o Aguilares, o recibilos
              por delivery.
            </p>
            <div className={styles.actions}>
              <LinkButton variant="primary" to="/imprimitodo" iconAfter={ArrowRight}>
                Imprimir
                <PrintOffer />
              </LinkButton>
            </div>
            <Suspense fallback={null}>{pending}</Suspense>
          </div>
          <Overprint />
        </div>
      </section>
      <HowItWorks />
      <Sucursales />
    </>
  )
}

/** Two inks and their overprint, between registration marks. */
function Overprint() {
  return (
    <div className={styles.art} aria-hidden>
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <svg viewBox="0 0 320 240" width="320" height="240" aria-hidden="true">
        <circle cx="125" cy="120" r="108" fill="var(--lemon)" />
        <circle cx="195" cy="120" r="108" fill="var(--blue)" />
        <path d="M160 17.8a108 108 0 0 1 0 204.4 108 108 0 0 1 0-204.4Z" fill="var(--leaf)" />
        <g fill="var(--sheet)" stroke="var(--ink)" strokeWidth="4" strokeLinejoin="round">
          <path d="M133 72h50l22 22v76h-72Z" />
          <path d="M183 72v22h22Z" fill="var(--lemon)" />
        </g>
        <path
          d="M146 112h36M146 126h46M146 140h46M146 154h28"
          stroke="var(--blue)"
          strokeWidth="5"
          strokeLinecap="square"
        />
      </svg>
    </div>
  )
}
