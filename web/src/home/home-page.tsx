import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { ofertasQuery, productosQuery } from '../api/catalogo.ts'
import { SinAbrir } from '../parts/sin-abrir.tsx'
import { later, usePart } from '../ui/state/later.ts'
import { CatalogoLoading } from './catalogo/catalogo-frame.tsx'
import { Hero } from './hero.tsx'
import styles from './home-page.module.css'
import { HowItWorks } from './how-it-works.tsx'
import { Primera } from './primera.tsx'

const SECTIONS = later(async () => (await import('./sections.tsx')).Sections)

/** `pending` offers to continue a half-made order; it renders nothing when there is none. */
export function HomePage({ pending }: { pending: ReactNode }) {
  const queries = useQueryClient()
  const Sections = usePart(SECTIONS)
  useEffect(() => {
    // Requested while the code that shows them is still loading
    for (const query of [productosQuery, ofertasQuery]) void queries.prefetchQuery(query)
  }, [queries])
  return (
    <>
      <SinAbrir className={`wrap ${styles.closed}`} />
      <div className={styles.first}>
        <Primera />
        <Hero />
      </div>
      {pending && (
        <div className={`wrap ${styles.pending}`}>
          <Suspense fallback={<div className={styles.room} />}>{pending}</Suspense>
        </div>
      )}
      <HowItWorks />
      {Sections ? <Sections /> : <CatalogoLoading />}
    </>
  )
}
