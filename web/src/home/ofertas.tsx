import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { OFERTAS_SLUG } from '@imprimitodo/shared/rules/vidriera/categoria'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { ofertasQuery } from '../api/catalogo.ts'
import { IconButton } from '../ui/button.tsx'
import { useSlides } from '../ui/picture/use-slides.ts'
import { useMedia } from '../ui/state/use-media.ts'
import { toDiapositivas } from './diapositivas.ts'
import ofertaImage from './oferta.svg'
import styles from './ofertas.module.css'
import { ProductoCard } from './producto-card.tsx'

const SIZES = '(min-width: 73.75em) 367px, (min-width: 48em) 31vw, 46vw'

/** The offers; where they cannot be loaded, or there are none, only the element that links lead to. */
export function Ofertas() {
  const { data, isError } = useQuery(ofertasQuery)
  const size = useMedia('(min-width: 48em)') ? 3 : 2
  // The header's link leads here anyway
  if (data ? data.length === 0 : isError) return <div id="ofertas" />
  return (
    <section id="ofertas" className={styles.section} aria-labelledby="ofertas-titulo">
      <div className="wrap">
        {data ? (
          // With another size the slides differ, so the carousel begins again
          <Carrusel key={size} ofertas={data} size={size} />
        ) : (
          <>
            <h2 id="ofertas-titulo">Ofertas</h2>
            <div className={styles.loading} />
          </>
        )}
      </div>
    </section>
  )
}

function Carrusel({ ofertas, size }: { ofertas: readonly ProductoAnswer[]; size: number }) {
  const slides = toDiapositivas(ofertas, size)
  const { index, go, props } = useSlides<HTMLUListElement>(slides.length)
  return (
    <>
      <div className={styles.head}>
        <h2 id="ofertas-titulo">Ofertas</h2>
        {slides.length > 1 && (
          <>
            <p className="num" role="status">
              <span className="visually-hidden">Ofertas: </span>
              {index + 1} / {slides.length}
            </p>
            <IconButton icon={ChevronLeft} label="Ofertas anteriores" onClick={() => go(index - 1)} />
            <IconButton icon={ChevronRight} label="Más ofertas" onClick={() => go(index + 1)} />
          </>
        )}
      </div>
      <ul id={OFERTAS_SLUG} className={styles.track} {...props}>
        {slides.map((slide, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slide is identified by its place
          <li key={place} className={styles.slide} data-slide>
            {slide.map((oferta, position) => (
              <ProductoCard
                // biome-ignore lint/suspicious/noArrayIndexKey: an offer may appear twice on one slide
                key={position}
                producto={oferta}
                level="h3"
                sizes={SIZES}
                foto={oferta.imagenes.find(({ es_principal }) => es_principal)?.imagen ?? ofertaImage}
              />
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}
