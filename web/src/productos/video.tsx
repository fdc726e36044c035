import { ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ExternalButton } from '../ui/button.tsx'
import { Foto } from '../ui/foto.tsx'
import styles from './galeria.module.css'
import type { Medio } from './medios.ts'

/**
 * Nothing of a video is loaded until it is played, and it stops when another picture is shown. The page plays only
 * the shop's own files (its security policy): one kept elsewhere is a link to there.
 */
export function Video({ video, isShown }: { video: Extract<Medio, { kind: 'video' }>; isShown: boolean }) {
  const player = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!isShown) player.current?.pause()
  }, [isShown])
  const isOurs = new URL(video.url, window.location.href).origin === window.location.origin
  if (isOurs && !failed)
    return (
      // biome-ignore lint/a11y/useMediaCaption: the shop's clips show a product and have no words
      <video
        ref={player}
        className={styles.video}
        src={video.url}
        poster={video.poster ?? undefined}
        controls
        playsInline
        preload="none"
        aria-label="Video del producto"
        onError={() => setFailed(true)}
      />
    )
  return (
    <div className={styles.elsewhere}>
      {video.poster && <Foto imagen={video.poster} alt="" sizes="100vw" fallback={null} />}
      <ExternalButton icon={ExternalLink} href={video.url} target="_blank" rel="noreferrer">
        Ver el video
      </ExternalButton>
    </div>
  )
}
