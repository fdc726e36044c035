import { ChevronDown, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { useLive } from '../../ui/state/use-live.ts'
import mp4 from '../video/como-imprimir.mp4'
import captions from '../video/como-imprimir.vtt'
import webm from '../video/como-imprimir.webm'
import poster from '../video/como-imprimir.webp'
import styles from './how-to.module.css'
import { HOW_TO_STEPS } from './how-to-drawings.tsx'

/** The video's length. An e2e test compares it with the file. */
const SEGUNDOS = 53

/** The explainer in one row: how an order is made, filmed on these screens, and the same in words and drawings. */
export function HowTo() {
  const [hasPlayed, setPlayed] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const isLive = useLive()
  useEffect(() => {
    if (!hasPlayed || !video.current) return
    video.current.focus({ preventScroll: true }) // the button is gone
    video.current.scrollIntoView({ block: 'nearest' }) // it has grown
    for (const track of video.current.textTracks) track.mode = 'showing' // 'default' would fetch them before
  }, [hasPlayed])
  return (
    <section className={styles.card} aria-label="Cómo mandar tus archivos">
      <div className={cx(styles.stage, hasPlayed && styles.playing)}>
        {/*
          It is downloaded only when it is played. The browser's controls come then, too: they weigh as much as a page.
          It is upright as a phone: the room for that is made when it plays
        */}
        <video
          ref={video}
          className={styles.video}
          controls={hasPlayed}
          playsInline
          preload="none"
          poster={poster}
          aria-label="Video: cómo mandar tus archivos"
          onPlay={() => setPlayed(true)}
        >
          <source src={mp4} type='video/mp4; codecs="avc1.640020"' />
          <source src={webm} type='video/webm; codecs="vp9"' />
          <track kind="captions" src={captions} srcLang="es" label="Español" />
        </video>
        {!hasPlayed && (
          <button
            type="button"
            className={styles.play}
            aria-label="Reproducir el video"
            disabled={!isLive}
            onClick={() => video.current?.play().catch(() => {})} // its own controls show a failure
          >
            <Play size={20} strokeWidth={2.4} aria-hidden />
          </button>
        )}
      </div>
      <details className={styles.words}>
        <summary>
          <span className={styles.title}>Cómo mandar tus archivos</span>
          <span className={styles.meta}>Video de {SEGUNDOS} s, y paso a paso</span>
          <ChevronDown className={styles.chevron} size={20} strokeWidth={2.4} aria-hidden />
        </summary>
        <ol className={styles.steps}>
          {HOW_TO_STEPS.map(({ title, text, drawing }, index) => (
            <li key={title}>
              <span className={styles.drawing}>{drawing}</span>
              <h2>
                {index + 1}. {title}
              </h2>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}
