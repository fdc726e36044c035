import { PRODUCTO_SIZES } from '@imprimitodo/shared/rules/vidriera/imagen'
import { ChevronLeft, ChevronRight, Play } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Foto } from '../ui/picture/foto.tsx'
import { SinImagen } from '../ui/picture/sin-imagen.tsx'
import { useSlides } from '../ui/picture/use-slides.ts'
import { useLive } from '../ui/state/use-live.ts'
import styles from './galeria.module.css'
import type { Medio } from './medios.ts'
import { Video } from './video.tsx'

/** The viewer and its thumbnails: by finger, buttons or arrow keys; after the last comes the first. */
export function Galeria({ medios, nombre }: { medios: readonly Medio[]; nombre: string }) {
  const { index, go, props } = useSlides<HTMLUListElement>(medios.length)
  const isLive = useLive()
  const onKeyDown = (event: KeyboardEvent) => {
    // On a video the arrow keys seek
    if (event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey) return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    go(index + step)
  }
  const many = medios.length > 1
  return (
    <section
      className={styles.gallery}
      aria-roledescription="carrusel"
      aria-label={`Imágenes de ${nombre}`}
      onKeyDown={onKeyDown}
    >
      <div className={styles.viewer}>
        {/* Scrollable content must be reachable with the keyboard */}
        <ul className={styles.track} tabIndex={many ? 0 : undefined} {...props}>
          {medios.map((medio, place) => (
            <li
              key={medio.kind + medio.url}
              className={styles.slide}
              aria-label={nameOf(medio, place, medios)}
            >
              {medio.kind === 'video' ? (
                <Video video={medio} isShown={place === index} />
              ) : (
                <Foto imagen={medio.url} alt={nombre} sizes={PRODUCTO_SIZES} urgent={place === 0} />
              )}
            </li>
          ))}
        </ul>
        {many && (
          <>
            <IconButton
              icon={ChevronLeft}
              label="Anterior"
              className={styles.previous}
              onClick={() => go(index - 1)}
            />
            <IconButton
              icon={ChevronRight}
              label="Siguiente"
              className={styles.next}
              onClick={() => go(index + 1)}
            />
            <p className={styles.counter} role="status">
              {index + 1} / {medios.length}
            </p>
          </>
        )}
      </div>
      {many && (
        <ul className={styles.thumbnails} aria-label="Miniaturas">
          {medios.map((medio, place) => (
            <li key={medio.kind + medio.url}>
              <button
                type="button"
                aria-label={nameOf(medio, place, medios)}
                aria-current={place === index}
                disabled={!isLive}
                onClick={() => go(place)}
              >
                {pictureOf(medio) ? (
                  <Foto imagen={pictureOf(medio) ?? ''} alt="" sizes="104px" fallback={null} />
                ) : (
                  <SinImagen />
                )}
                {medio.kind === 'video' && (
                  <span className={styles.play}>
                    <Play size={22} fill="currentColor" aria-hidden />
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const pictureOf = (medio: Medio): string | null => (medio.kind === 'video' ? medio.poster : medio.url)

function nameOf({ kind }: Medio, place: number, medios: readonly Medio[]): string {
  if (kind === 'video') return 'Video'
  const pictures = medios.filter((medio) => medio.kind === 'imagen')
  return `Imagen ${place + 1 - (medios.length - pictures.length)} de ${pictures.length}`
}
