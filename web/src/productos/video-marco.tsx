import { PRODUCTO_SIZES } from '@imprimitodo/shared/rules/vidriera/imagen'
import type { VideoAjeno } from '@imprimitodo/shared/rules/vidriera/video'
import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Foto } from '../ui/picture/foto.tsx'
import { useLive } from '../ui/state/use-live.ts'
import styles from './galeria.module.css'

/**
 * A video of another site. That site gets no request before it is played; it ends when another picture is
 * shown.
 */
export function VideoMarco({
  video: { sitio, direccion, marco },
  poster,
  isShown,
}: {
  video: VideoAjeno
  poster: string | null
  isShown: boolean
}) {
  const [isPlaying, setPlaying] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const isLive = useLive()
  if (isPlaying && !isShown) setPlaying(false)
  useEffect(() => {
    if (isPlaying) frame.current?.focus({ preventScroll: true }) // the play button no longer exists
  }, [isPlaying])
  return (
    <div className={styles.elsewhere}>
      <div className={styles.stage}>
        {isPlaying ? (
          <iframe
            ref={frame}
            className={styles.frame}
            src={marco}
            title={`Video del producto, en ${sitio}`}
            allow="autoplay; fullscreen; picture-in-picture"
            // YouTube plays only on pages that send a Referer; pages with an order's data send none
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <>
            {poster && <Foto imagen={poster} alt="" sizes={PRODUCTO_SIZES} urgent fallback={null} />}
            <button
              type="button"
              className={styles.start}
              aria-label="Reproducir el video"
              disabled={!isLive}
              onClick={() => setPlaying(true)}
            >
              <Play size={32} fill="currentColor" aria-hidden />
            </button>
          </>
        )}
      </div>
      <p className={styles.from}>
        El video está en {sitio}: al reproducirlo se carga desde ahí.{' '}
        <a href={direccion} target="_blank" rel="noreferrer">
          Verlo en {sitio}
        </a>
      </p>
    </div>
  )
}
