import type { Cara, Hojeable, PaginaPuesta } from '@imprimitodo/shared/rules/taller/hojear'
import { RotateCw } from 'lucide-react'
import { cx } from '../cx.ts'
import { RegistrationMark } from '../paper/registration-mark.tsx'
import styles from './cara.module.css'
import type { Dibujos } from './dibujos.ts'

const percent = (share: number): string => `${share * 100}%`

type Props = { of: Hojeable; cara: Cara; dibujos: Dibujos }

/** The pages of a side at their places on its sheet, which is turned as the reader holds it. */
export function Carilla({ of: { lying }, cara, dibujos, small }: Props & { small?: boolean }) {
  return (
    <span className={cx(styles.papel, lying && styles.lying, cara.grey && styles.grey)}>
      {cara.paginas.map((puesta) => (
        <Pagina key={puesta.pagina} puesta={puesta} dibujos={dibujos} small={small} lying={lying} />
      ))}
    </span>
  )
}

function Pagina({
  puesta: { archivo, pagina, turns, box },
  dibujos,
  small,
  lying,
}: {
  puesta: PaginaPuesta
  dibujos: Dibujos
  small: boolean | undefined
  lying: boolean
}) {
  const estado = dibujos.use(archivo, pagina)
  return (
    <span
      className={styles.pagina}
      style={{
        left: percent(box.left),
        top: percent(box.top),
        width: percent(box.width),
        height: percent(box.height),
      }}
    >
      <span className={cx(styles.girada, turns === 1 && styles.across, turns === 2 && styles.over)}>
        {typeof estado === 'object' ? (
          <img src={estado.url} alt="" draggable={false} />
        ) : (
          <span className={cx(styles.espera, estado === undefined && !small && styles.viva)} />
        )}
      </span>
      {!small && typeof estado === 'string' && (
        <span className={cx(styles.falla, lying && styles.upright)}>
          {estado === 'borrado' ? (
            `La página ${pagina} ya no está guardada.`
          ) : (
            <>
              No pudimos mostrar la página {pagina}.
              <button type="button" onClick={() => dibujos.again(archivo, pagina)}>
                <RotateCw size={18} strokeWidth={2.4} aria-hidden />
                Reintentar
                <span className="visually-hidden"> la página {pagina}</span>
              </button>
            </>
          )}
        </span>
      )}
    </span>
  )
}

export function BlankCara({ title, text }: { title: string; text: string }) {
  return (
    <span className={styles.vacia}>
      <RegistrationMark />
      <b>{title}</b>
      <span>{text}</span>
    </span>
  )
}
