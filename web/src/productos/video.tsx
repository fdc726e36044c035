import { videoAjeno } from '@imprimitodo/shared/rules/vidriera/video'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ExternalButton } from '../ui/button.tsx'
import { Foto } from '../ui/picture/foto.tsx'
import styles from './galeria.module.css'
import type { Medio } from './medios.ts'
import { VideoMarco } from './video-marco.tsx'

/**
 * A video is not loaded until it is played, and it stops when another picture is shown. YouTube and Vimeo
 * play in a frame; a video of another site, or one that fails, is a link to its page.
 */
export function Video({ video, isShown }: { video: Extract<Medio, { kind: 'video' }>; isShown: boolean }) {
  const player = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!isShown) player.current?.pause()
  }, [isShown])
  const ajeno = videoAjeno(video.url)
  if (ajeno) return <VideoMarco video={ajeno} poster={video.poster} isShown={isShown} />
  // The server draws this too, where an address of ours is a path
  if (video.url.startsWith('/') && !failed)
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
      <div className={styles.stage}>
        {video.poster && <Foto imagen={video.poster} alt="" sizes="100vw" fallback={null} />}
        <ExternalButton icon={ExternalLink} href={video.url} target="_blank" rel="noreferrer">
          Ver el video
        </ExternalButton>
      </div>
    </div>
  )
}
