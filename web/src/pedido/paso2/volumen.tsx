import type { Grupo, GrupoOrDefault } from '@imprimitodo/shared/rules/archivo'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/grupo'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avisos } from '../../ui/avisos.tsx'
import { IconButton, TextButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { ArchivoFacts } from '../archivo-facts.tsx'
import { isMissing, setOpciones } from '../archivos.ts'
import { updateCarrito } from '../carrito.ts'
import type { ArchivoCarrito } from '../carrito-state.ts'
import { ChooseAgain } from '../choose-again.tsx'
import { moveWithin } from '../grupos.ts'
import { useMiniatura } from '../miniatura.ts'
import { useAvisos } from '../use-pedido.ts'
import { Caras, Tinta } from './archivo-options.tsx'
import { Copias } from './copias.tsx'
import type { DragParts } from './drag-parts-type.ts'
import { followFocus } from './follow-focus.ts'
import { Mover } from './mover.tsx'
import { ORIENTACIONES } from './opciones.ts'
import styles from './volumen.module.css'

/** What changed of a file, and of its new neighbours, as it came into the group: said where it is now. */
export type Aviso = { id: string; text: string }

type Common = {
  restored: boolean
  disabled?: boolean
  problems: ReadonlyMap<string, string>
  notice: Aviso | null
  onNoticeRead: () => void
  onMove: (id: string, grupo: GrupoOrDefault) => void
}

/** A binding area: one volume. Copies and orientation belong to its head, the rest to each file. */
export function Volumen({
  grupo,
  members,
  parts: { Zone, Item },
  ...common
}: Common & { grupo: Grupo; members: ArchivoCarrito[]; parts: DragParts }) {
  const title = GRUPO_TITLES[grupo]
  const [first] = members
  const { disabled } = common
  return (
    <Zone
      zone={grupo}
      label={title}
      className={cx(styles.volumen, !first && styles.empty)}
      overClassName={styles.over}
    >
      <div className={styles.head}>
        <h2>{title}</h2>
        {first && (
          <>
            <div className={styles.copias}>
              <span aria-hidden>Copias</span>
              <Copias
                of={title}
                value={first.duplicado}
                disabled={disabled}
                onChange={(duplicado) => updateCarrito((one) => setOpciones(one, first.id, { duplicado }))}
              />
            </div>
            <Segmented
              label={`Orientación de ${title}`}
              options={ORIENTACIONES}
              value={first.orientacion}
              disabled={disabled}
              onChange={(orientacion) => updateCarrito((one) => setOpciones(one, first.id, { orientacion }))}
            />
          </>
        )}
      </div>
      {!first && <p className="muted">Vacío. Arrastrá un archivo acá, o elegilo en «Mover a…».</p>}
      {members.map((archivo, index) => (
        <Item key={archivo.id} archivo={archivo} disabled={disabled} className={styles.member}>
          {(grip) => (
            <Member
              {...common}
              archivo={archivo}
              grip={grip}
              isFirst={index === 0}
              isLast={index === members.length - 1}
            />
          )}
        </Item>
      ))}
    </Zone>
  )
}

function Member({
  archivo,
  grip,
  isFirst,
  isLast,
  restored,
  disabled,
  problems,
  notice,
  onNoticeRead,
  onMove,
}: Common & { archivo: ArchivoCarrito; grip: ReactNode; isFirst: boolean; isLast: boolean }) {
  const { id, name, orientacion, dobleFaz, color } = archivo
  const problem = problems.get(id)
  const avisos = useAvisos(archivo)
  const order = (to: 'up' | 'down') =>
    followFocus(id, `[data-order=${to}]`, () =>
      updateCarrito((one) => moveWithin(one, id, to === 'up' ? -1 : 1)),
    )
  return (
    <>
      {notice?.id === id && (
        <div className={styles.notice}>
          <Notice onClose={onNoticeRead}>{notice.text}</Notice>
        </div>
      )}
      <div className={styles.line}>
        {grip}
        <Thumbnail
          className={styles.thumbnail}
          src={useMiniatura(archivo)}
          orientacion={orientacion}
          dobleFaz={dobleFaz}
          color={color === 'color'}
          anillado={false}
        />
        <div className={styles.text}>
          <p className={styles.name}>{name}</p>
          <ArchivoFacts archivo={archivo} priced />
        </div>
        {!(isFirst && isLast) && (
          <div className={styles.order}>
            <IconButton
              quiet
              icon={ArrowUp}
              label={`Subir ${name} en el anillado`}
              disabled={disabled || isFirst}
              data-order="up"
              onClick={() => order('up')}
            />
            <IconButton
              quiet
              icon={ArrowDown}
              label={`Bajar ${name} en el anillado`}
              disabled={disabled || isLast}
              data-order="down"
              onClick={() => order('down')}
            />
          </div>
        )}
      </div>
      {(problem || (restored && isMissing(archivo)) || avisos.length > 0) && (
        <div className={styles.problem} data-problem={problem ? true : undefined}>
          {problem && <Notice tone="error">{problem}</Notice>}
          {restored && isMissing(archivo) && <ChooseAgain archivo={archivo} />}
          <Avisos avisos={avisos} of={name} />
        </div>
      )}
      <div className={styles.options}>
        <Caras archivo={archivo} disabled={disabled} />
        <Tinta archivo={archivo} disabled={disabled} />
        <Mover archivo={archivo} disabled={disabled} onMove={(grupo) => onMove(id, grupo)} />
      </div>
      <TextButton
        className={styles.leave}
        aria-label={`Quitar del grupo ${name}`}
        disabled={disabled}
        onClick={() => onMove(id, 'default')}
      >
        Quitar del grupo
      </TextButton>
    </>
  )
}
