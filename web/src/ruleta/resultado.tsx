import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import type { CodigoGuardado } from '../api/codigos-guardados.ts'
import { UseCodigo } from '../parts/use-codigo-button.tsx'
import { Button, TextButton } from '../ui/button.tsx'
import { copyText } from '../ui/copy.ts'
import { Notice } from '../ui/notice/notice.tsx'
import { CutTicket } from '../ui/paper/cut-ticket.tsx'
import { Code } from '../ui/paper/ticket.tsx'
import { Qr } from '../ui/picture/qr.tsx'
import { saveQrPng } from '../ui/picture/qr-png.ts'
import { ROTULO } from '../ui/state/nombre.ts'
import styles from './resultado.module.css'

type Ganado = Pick<CodigoGuardado, 'codigo' | 'descuento'>

const addressOf = (codigo: string): string => `${window.location.origin}/c/${codigo}`

/** The result of a spin: the code, ways to save it, and another spin if there is one. */
export function ResultadoDeTirada({
  ganado: { codigo, descuento },
  again,
}: {
  ganado: Ganado
  again: { spin: () => void; isBlocked: boolean } | null
}) {
  const [failed, setFailed] = useState(false)
  const saveQr = () =>
    save(codigo, descuento).then(
      () => setFailed(false),
      () => setFailed(true),
    )
  return (
    <CutTicket
      flow="column"
      isRaised
      stubClass={styles.stub}
      stub={
        <>
          <Qr text={addressOf(codigo)} label={`QR del código ${codigo}`} className={styles.qr} />
          <div className={styles.text}>
            <p className={styles.label}>Código</p>
            <Code className={styles.code}>{codigo}</Code>
            <p>
              {formatPercent(descuento)}&nbsp;% de descuento. <b>Válido solo hoy</b>, hasta las 23:59.
            </p>
          </div>
        </>
      }
    >
      <div className={styles.actions}>
        <UseCodigo codigo={codigo} className={styles.copy} />
        <Button icon={Copy} onClick={() => void copyText(codigo)}>
          Copiar código
        </Button>
        <Button icon={Download} onClick={() => void saveQr()}>
          Descargar QR
        </Button>
        {again && (
          <Button aria-disabled={again.isBlocked || undefined} onClick={again.spin}>
            Girar otra vez
          </Button>
        )}
        {failed && (
          <Notice tone="error">No pudimos guardar la imagen. Anotá el código o sacale una captura.</Notice>
        )}
      </div>
    </CutTicket>
  )
}

const save = (codigo: string, descuento: number): Promise<void> =>
  saveQrPng(`ruleta-${codigo}.png`, addressOf(codigo), [
    `${ROTULO} · ${formatPercent(descuento)} % de descuento`,
    codigo,
    'Válido solo hoy, hasta las 23:59',
  ])

/** The other codes won today in this tab. */
export function CodigosDeHoy({ ganados }: { ganados: readonly Ganado[] }) {
  if (ganados.length === 0) return null
  return (
    <section className={styles.earlier} aria-labelledby="de-hoy">
      <h2 id="de-hoy">Tus otros códigos de hoy</h2>
      <ul>
        {ganados.map(({ codigo, descuento }) => (
          <li key={codigo}>
            <b>{formatPercent(descuento)} %</b>
            <span>{codigo}</span>
            <TextButton icon={Copy} aria-label={`Copiar ${codigo}`} onClick={() => void copyText(codigo)}>
              Copiar
            </TextButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
