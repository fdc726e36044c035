import { ArrowRight, ChevronLeft, ChevronRight } from 'lucide-react'
import { PrintOffer } from '../parts/print-offer.tsx'
import { IconButton, LinkButton } from '../ui/button.tsx'
import { useSlides } from '../ui/picture/use-slides.ts'
import { laterOptional, usePart } from '../ui/state/later.ts'
import { useLive } from '../ui/state/use-live.ts'
import { MUESTRARIO, VOLUMEN } from './drawings.ts'
import styles from './hero.module.css'
import { Overprint } from './overprint.tsx'

// Loaded later, since the first paint does not show it
const PUNTOS = laterOptional(async () => (await import('./hero-puntos.tsx')).HeroPuntos)

const SLIDES = ['Puntos', 'Impresiones', 'Muestrario de tintas']

/**
 * The banner with its slides (points, printing from home, and an ornamental one), below or on a wide screen
 * beside the way to print. It never moves by itself.
 */
export function Hero() {
  const { index, go, props } = useSlides<HTMLDivElement>(SLIDES.length)
  const isLive = useLive()
  const Puntos = usePart(PUNTOS)
  const Volumen = usePart(VOLUMEN)
  const Muestrario = usePart(MUESTRARIO)
  const cuenta = (
    <LinkButton to="/registro" iconAfter={ArrowRight}>
      Crear Cuenta
    </LinkButton>
  )
  return (
    <section
      id="carousel-header"
      className={styles.hero}
      aria-roledescription="carrusel"
      aria-label="Destacados"
    >
      <div className={styles.track} {...props}>
        <div className={styles.slide} data-on={index === 0}>
          <div className={`wrap ${styles.inner} ${styles.first}`}>
            <div className={styles.copy}>
              <p className={styles.kicker}>{SLIDES[0]}</p>
              <h2>Cada copia suma. Creá tu cuenta y canjeá.</h2>
              <p className="lead">Con cada compra acumulás puntos para premios y hojas gratis.</p>
              {Puntos ? <Puntos>{cuenta}</Puntos> : cuenta}
            </div>
            <Overprint />
          </div>
        </div>
        <div className={styles.slide} data-on={index === 1}>
          <div className={`wrap ${styles.inner}`}>
            <div className={styles.copy}>
              <p className={styles.kicker}>{SLIDES[1]}</p>
              <h2>Sin filas ni demoras: usá nuestro servicio de impresión desde tu casa</h2>
              <p className="lead">Subí tus PDF, elegí cómo los querés y pagá online.</p>
              <LinkButton to="/imprimitodo" iconAfter={ArrowRight}>
                Imprimir
                <PrintOffer />
              </LinkButton>
            </div>
            {Volumen && <Volumen />}
          </div>
        </div>
        <div className={styles.slide} data-on={index === 2}>
          {Muestrario && <Muestrario />}
        </div>
      </div>
      <div className={`wrap ${styles.controls}`}>
        <div className={styles.plate}>
          <IconButton icon={ChevronLeft} label="Diapositiva anterior" onClick={() => go(index - 1)} />
          {SLIDES.map((name, place) => (
            <button
              key={name}
              type="button"
              aria-label={`Diapositiva ${place + 1}: ${name}`}
              aria-current={place === index}
              disabled={!isLive}
              onClick={() => go(place)}
            />
          ))}
          <IconButton icon={ChevronRight} label="Diapositiva siguiente" onClick={() => go(index + 1)} />
        </div>
      </div>
    </section>
  )
}
