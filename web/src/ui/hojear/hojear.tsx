import type { Hojeable, LugarDeCara } from '@imprimitodo/shared/rules/taller/hojear'
import { ArrowLeft, ArrowRight, Scissors, X } from 'lucide-react'
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../button.tsx'
import { cx } from '../cx.ts'
import { useModal } from '../dialog/use-modal.ts'
import { Segmented } from '../form/segmented.tsx'
import { useMedia } from '../state/use-media.ts'
import { BlankCara, Carilla } from './cara.tsx'
import { createDibujos, type Dibujos, type Draw } from './dibujos.ts'
import styles from './hojear.module.css'
import { byKey, type HojearVista, KEYS, seenAt, settle, turn, vistaOfHojeable } from './posicion.ts'
import { queridosOf } from './queridos.ts'
import { bare, blankText, cutAfter, factsOf, pagesText, spokenOf, titleOf } from './textos.ts'
import { TiraDeHojas } from './tira.tsx'

const CARAS = [
  { value: 'frente', label: 'Frente' },
  { value: 'dorso', label: 'Dorso' },
] as const
/** A shorter movement is a tap. */
const SWIPE_PX = 40

/**
 * The sheets of a volume or of a loose file as they will be printed, over the whole window: one side at a time on a
 * phone, two on wider screens. `inicio`: the sheet it opens at.
 */
export function Hojear({
  of,
  nombres,
  inicio = 1,
  draw,
  onClose,
}: {
  of: Hojeable
  /** The names of all files that `of` refers to by index. */
  nombres: readonly string[]
  inicio?: number
  draw: Draw
  onClose: () => void
}) {
  const dialog = useModal()
  const heading = useId()
  const vista = vistaOfHojeable(of, useMedia('(min-width: 43.75em)'))
  const [lugar, setLugar] = useState<LugarDeCara>({ hoja: inicio, cara: 'frente' })
  const [dibujos] = useState(() => createDibujos(draw))
  const [sight, setSight] = useState({ desde: inicio, hasta: inicio })
  const onSeen = useCallback((desde: number, hasta: number) => setSight({ desde, hasta }), [])
  const seen = useMemo(() => seenAt(of, vista, lugar), [of, vista, lugar])

  useEffect(() => {
    const around = [turn(of, vista, lugar, 1), turn(of, vista, lugar, -1)]
    const near = around.flatMap((one) => seenAt(of, vista, one))
    dibujos.want(queridosOf(of, seen, near, sight, window.devicePixelRatio))
  }, [of, vista, lugar, seen, sight, dibujos])
  useEffect(() => () => dibujos.close(), [dibujos])

  const go = useCallback((by: 1 | -1) => setLugar((from) => turn(of, vista, from, by)), [of, vista])
  useKeys((key) => {
    dibujos.touched()
    setLugar((from) => byKey(of, vista, from, key))
  })
  const { hoja, cara } = settle(of, vista, lugar)
  const names = of.archivos.map(({ archivo }) => bare(nombres[archivo]))
  const cut = cutAfter(of, seen)
  return (
    <dialog
      ref={dialog}
      className={styles.hojear}
      style={sheetOf(of)}
      aria-labelledby={heading}
      onPointerDownCapture={dibujos.touched}
      onWheelCapture={dibujos.touched}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.top}>
        <IconButton icon={X} label="Cerrar" onClick={onClose} />
        <div className={styles.title}>
          <h2 id={heading}>
            <span className="visually-hidden">Hojear: </span>
            {titleOf(of, nombres)}
            {of.grupo && <span className={styles.names}> · {names.join(' + ')}</span>}
          </h2>
          <p>{factsOf(of, hoja)}</p>
        </div>
        <Teclas tomos={of.tomos.length > 1} />
      </header>
      <p className="visually-hidden" role="status">
        {spokenOf(of, nombres, seen)}
      </p>
      <Mesa onSwipe={go}>
        <div className={cx(styles.hojas, styles[vista], of.lying && styles.lying)}>
          {seen.map((one, at) =>
            one ? (
              <Lado key={one.cara} of={of} nombres={nombres} dibujos={dibujos} vista={vista} lugar={one} />
            ) : (
              <div key={at === 0 ? 'antes' : 'despues'} className={styles.nada} />
            ),
          )}
        </div>
        {cut && (
          <p className={styles.corte}>
            <Scissors size={18} strokeWidth={2.2} aria-hidden />
            {cut}
          </p>
        )}
      </Mesa>
      <footer className={styles.pie}>
        <Mandos of={of} vista={vista} lugar={{ hoja, cara }} onGo={setLugar} />
        <TiraDeHojas
          of={of}
          hoja={hoja}
          dibujos={dibujos}
          onSeen={onSeen}
          onGo={(to) => setLugar({ hoja: to, cara: 'frente' })}
        />
      </footer>
    </dialog>
  )
}

/** For the style sheets: the shape of the upright sheet. */
function sheetOf({ papel: { ancho_mm, alto_mm } }: Hojeable): CSSProperties {
  const sheet: CSSProperties & Record<'--ancho' | '--alto', number> = {
    '--ancho': ancho_mm,
    '--alto': alto_mm,
  }
  return sheet
}

/** Handles the finger: a sideways swipe turns the sheets. */
function Mesa({ onSwipe, children }: { onSwipe: (by: 1 | -1) => void; children: ReactNode }) {
  const from = useRef<{ x: number; y: number } | null>(null)
  const end = ({ clientX, clientY }: PointerEvent) => {
    if (!from.current) return
    const [x, y] = [clientX - from.current.x, clientY - from.current.y]
    from.current = null
    if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
  }
  return (
    <div
      className={styles.mesa}
      onPointerDown={({ clientX, clientY, isPrimary }) => {
        from.current = isPrimary ? { x: clientX, y: clientY } : null // two fingers zoom
      }}
      onPointerUp={end}
      onPointerCancel={() => {
        from.current = null
      }}
    >
      {children}
    </div>
  )
}

function Lado({
  of,
  nombres,
  lugar,
  vista,
  dibujos,
}: {
  of: Hojeable
  nombres: readonly string[]
  lugar: LugarDeCara
  vista: HojearVista
  dibujos: Dibujos
}) {
  const cara = of.caraOf(lugar)
  const isBack = lugar.cara === 'dorso'
  return (
    <figure className={cx(styles.lado, isBack ? styles.back : styles.front)}>
      <figcaption>
        <b>
          Hoja {lugar.hoja}
          {vista === 'cara' ? ` de ${of.hojas}` : `, ${lugar.cara}`}
        </b>
        <span>{pagesText(of, nombres, cara)}</span>
      </figcaption>
      <div className={cx(styles.papel, of.lomo && styles[of.lomo])}>
        {cara.blank ? (
          <BlankCara
            title={isBack ? 'Dorso en blanco' : 'En blanco'}
            text={blankText(of, nombres, lugar, cara)}
          />
        ) : (
          <Carilla of={of} cara={cara} dibujos={dibujos} />
        )}
        {of.lomo && <i className={styles.lomo} />}
      </div>
    </figure>
  )
}

function Mandos({
  of,
  vista,
  lugar,
  onGo,
}: {
  of: Hojeable
  vista: HojearVista
  lugar: LugarDeCara
  onGo: (to: LugarDeCara) => void
}) {
  const what = vista === 'cara' && of.lados === 2 ? 'Carilla' : 'Hoja'
  const [before, after] = [turn(of, vista, lugar, -1), turn(of, vista, lugar, 1)]
  const isSame = (to: LugarDeCara) => to.hoja === lugar.hoja && to.cara === lugar.cara
  return (
    <div className={cx(styles.mandos, vista !== 'cara' && styles.wide)}>
      <IconButton
        icon={ArrowLeft}
        label={`${what} anterior`}
        aria-disabled={isSame(before)}
        onClick={() => onGo(before)}
      />
      {vista === 'cara' && of.lados === 2 && (
        <Segmented
          label="Cara de la hoja"
          options={CARAS}
          value={lugar.cara}
          onChange={(cara) => onGo({ hoja: lugar.hoja, cara })}
        />
      )}
      <IconButton
        icon={ArrowRight}
        label={`${what} siguiente`}
        aria-disabled={isSame(after)}
        onClick={() => onGo(after)}
      />
    </div>
  )
}

const Teclas = ({ tomos }: { tomos: boolean }) => (
  <p className={styles.teclas} aria-hidden>
    <kbd>←</kbd>
    <kbd>→</kbd> hoja <kbd>Re Pág</kbd>
    <kbd>Av Pág</kbd> de a diez{' '}
    {tomos && (
      <>
        <kbd>T</kbd> tomo{' '}
      </>
    )}
    <kbd>Esc</kbd> cerrar
  </p>
)

/** Escape belongs to the dialog. The choice between front and back keeps its arrow keys. */
function useKeys(onKey: (key: string) => void) {
  const onPress = useEffectEvent((key: string) => onKey(key))
  useEffect(() => {
    function listen(event: KeyboardEvent): void {
      const { target, ctrlKey, metaKey, altKey } = event
      const key = event.key.toLowerCase()
      if (ctrlKey || metaKey || altKey || !KEYS.has(key)) return
      if (target instanceof HTMLInputElement && key.startsWith('arrow')) return
      event.preventDefault()
      onPress(key)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
