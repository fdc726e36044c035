import type { ReactNode } from 'react'
import { Segmented } from '../../ui/segmented.tsx'
import { setOpciones } from '../archivos.ts'
import { updateCarrito } from '../carrito.ts'
import type { ArchivoCarrito } from '../carrito-state.ts'
import styles from './archivo-options.module.css'
import { Copias } from './copias.tsx'
import { ANILLADOS, CARAS, ORIENTACIONES, TINTAS } from './opciones.ts'

const change = (id: string, opciones: Parameters<typeof setOpciones>[2]) =>
  updateCarrito((carrito) => setOpciones(carrito, id, opciones))

/** A choice with its caption: beside it on phones, above it on wider screens. */
export function Option({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className={styles.option}>
      <span aria-hidden>{caption}</span>
      {children}
    </div>
  )
}

type Props = { archivo: ArchivoCarrito; disabled?: boolean }

export function Caras({ archivo: { id, name, dobleFaz }, disabled }: Props) {
  return (
    <Segmented
      label={`Caras de ${name}`}
      options={CARAS}
      value={dobleFaz ? 'doble' : 'simple'}
      disabled={disabled}
      onChange={(value) => change(id, { dobleFaz: value === 'doble' })}
    />
  )
}

export function Tinta({ archivo: { id, name, color }, disabled }: Props) {
  return (
    <Segmented
      label={`Tinta de ${name}`}
      options={TINTAS}
      value={color}
      disabled={disabled}
      onChange={(value) => change(id, { color: value })}
    />
  )
}

/** All five choices of a file outside the groups. `before` comes first ('Mover a…' while grouping). */
export function ArchivoOptions({ archivo, disabled, before }: Props & { before?: ReactNode }) {
  const { id, name, duplicado, orientacion, anillado } = archivo
  return (
    <div className={styles.options}>
      {before}
      <Option caption="Copias">
        <Copias
          of={name}
          value={duplicado}
          disabled={disabled}
          onChange={(value) => change(id, { duplicado: value })}
        />
      </Option>
      <Option caption="Caras">
        <Caras archivo={archivo} disabled={disabled} />
      </Option>
      <Option caption="Orientación">
        <Segmented
          label={`Orientación de ${name}`}
          options={ORIENTACIONES}
          value={orientacion}
          disabled={disabled}
          onChange={(value) => change(id, { orientacion: value })}
        />
      </Option>
      <Option caption="Tinta">
        <Tinta archivo={archivo} disabled={disabled} />
      </Option>
      <Option caption="Anillado">
        <Segmented
          label={`Anillado de ${name}`}
          options={ANILLADOS}
          value={anillado ? 'si' : 'no'}
          disabled={disabled}
          onChange={(value) => change(id, { anillado: value === 'si' })}
        />
      </Option>
    </div>
  )
}
