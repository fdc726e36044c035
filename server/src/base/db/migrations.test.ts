// A new version migrates while the old one still serves, and the old one may be started again: whatever its
// SQL names stays.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, 'migrations')
const migrations = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .map((name): [string, string] => [name, readFileSync(join(FOLDER, name), 'utf8')])

/**
 * Risky statements that were checked against the previous version: the migration, and the statement's
 * beginning.
 */
const THOUGHT_OF: [string, string][] = [
  // Writes days down beside the row that any version changes
  ['0103_keep-the-branch-that-an-order-left.sql', 'CREATE TRIGGER "movimientos_caja_dias"'],
  // Kept sums: the previous version adds those days up again
  ['0103_keep-the-branch-that-an-order-left.sql', 'DELETE FROM "totales"'],
  // Writes more days down than before, of tables that exist by then
  ['0100_keep-when-money-came-and-went-back.sql', 'CREATE OR REPLACE FUNCTION "tocar_dias"'],
  // On a new table
  ['0100_keep-when-money-came-and-went-back.sql', 'CREATE TRIGGER "reintegros_dias"'],
  // Kept sums: the previous version adds those days up again
  ['0100_keep-when-money-came-and-went-back.sql', 'DELETE FROM "totales"'],
  // A count that the previous version reads as unknown, too: it asks the counter
  ['0098_ask-about-works-counted-as-0.sql', 'UPDATE "impresiones" i SET "contadas"'],
  // On a column that the previous version leaves empty
  ['0094_ask-for-a-refund-once.sql', 'CREATE UNIQUE INDEX "devoluciones_en_proveedor"'],
  // The previous version does the same when a work is moved: its agent leases it anew
  ['0092_free-works-leased-before.sql', 'UPDATE "intentos"'],
  // The previous version leaves it null at the counter, and reads it of unpaid orders only: one more may count there
  ['0091_mailbox-of-counter-orders.sql', 'UPDATE "pedidos" p SET "buzon"'],
  // A new column that the previous version neither reads nor writes
  ['0090_units-of-prizes-given-back.sql', 'UPDATE "codigos" SET "unidad_devuelta"'],
  // An index that no statement names, replaced at once
  ['0089_keep-the-end-of-a-link.sql', 'DROP INDEX "pedidos_enlaces"'],
  // On a column that the previous version leaves empty
  ['0089_keep-the-end-of-a-link.sql', 'CREATE UNIQUE INDEX "codigos_clave"'],
  // A new column; and an amount without which the previous version makes the link anew, which it does at any time
  ['0089_keep-the-end-of-a-link.sql', 'UPDATE "pedidos" SET "preferencia_vence"'],
  // A column that the previous version leaves empty for typed sales, and does not read of them
  ['0088_branch-of-typed-sales.sql', 'UPDATE "ventas" v SET "sucursal_id"'],
  // On a column that the previous version leaves empty
  ['0087_add-the-key-of-a-spin.sql', 'CREATE UNIQUE INDEX "tiradas_clave"'],
  // The previous version says the provider of each payment and notification that it writes
  ...['avisos_pago', 'pagos'].map((table): [string, string] => [
    '0086_provider-of-payments-always-given.sql',
    `ALTER TABLE "${table}" ALTER COLUMN "proveedor" DROP DEFAULT`,
  ]),
  // The previous version does not call it: its transaction of the redemption took its place long before
  ['0085_drop-gastar-en-codigo.sql', 'DROP FUNCTION IF EXISTS "gastar_en_codigo"'],
  // A new column, for the lines of two days: the previous version leaves it 0
  ['0082_points-of-typed-sales.sql', 'UPDATE "puntos" SET "tipeados"'],
  ['0082_points-of-typed-sales.sql', 'UPDATE "puntos" u SET "tipeados"'],
  // A new column that the previous version neither reads nor writes
  ['0082_points-of-typed-sales.sql', 'UPDATE "pedidos" p SET "vencio_con_sena"'],
  // Marks more days as touched than before: they are added up again
  ['0081_touch-days-of-moved-orders.sql', 'CREATE OR REPLACE TRIGGER "pedidos_dias_cambio"'],
  // The same rule with two more amounts, which are 0 in rows of the previous version
  ['0080_one-sale.sql', 'ALTER TABLE "pedidos" DROP CONSTRAINT "pedidos_importes"'],
  ['0080_one-sale.sql', 'ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_importes"'],
  // On a column that the previous version leaves empty
  ['0079_pairing-of-agents.sql', 'ALTER TABLE "agentes" ADD CONSTRAINT "agentes_codigo_hash_unique"'],
  // A column that the previous version neither reads nor writes
  ['0073_when-the-shop-opened.sql', 'UPDATE "ajustes" SET "abierta"'],
  // An index that no statement names, replaced at once; the previous version sorts its board without it
  ['0072_what-staff-say-of-an-order.sql', 'DROP INDEX "pedidos_promesa"'],
  // Locks a table of a few rows for a moment, and filled rows stay filled: only the owner empties one
  ...['direccion', 'whatsapp', 'lat', 'lng', 'horario'].map((column): [string, string] => [
    '0054_empty-branches.sql',
    `ALTER TABLE "sucursales" ALTER COLUMN "${column}" DROP NOT NULL`,
  ]),
  // Indexes that no statement names; others take their place
  ...['navegador', 'origen', 'red'].map((name): [string, string] => [
    '0052_add-up-a-senders-bytes-quickly.sql',
    `DROP INDEX "subidas_${name}"`,
  ]),
  // Columns that the previous version does not know; its new rows get the default, or null
  ...['pagos', 'avisos_pago', 'pedidos'].map((table): [string, string] => [
    '0051_note-the-provider-of-payments.sql',
    `UPDATE "${table}"`,
  ]),
  // Adds up beside the lines that any version writes, and changes none of them
  ['0049_balances.sql', 'CREATE TRIGGER "puntos_saldo"'],
  // Notes days beside the rows that any version writes, and changes none of them
  ...[
    'pedidos_dias',
    'pedidos_dias_cambio',
    'pagos_dias',
    'devoluciones_dias',
    'codigos_dias',
    'ventas_dias',
    'impresiones_dias',
    'archivos_dias',
    'archivos_dias_cambio',
  ].map((name): [string, string] => ['0062_keep-daily-totals.sql', `CREATE TRIGGER "${name}"`]),
  // Indexes that no statement names; the previous version only writes there, and deletes by an instant
  ...['cuando', 'que', 'cuenta'].map((name): [string, string] => [
    '0043_security_log_search.sql',
    `DROP INDEX "eventos_seguridad_${name}"`,
  ]),
  // A column that the previous version neither reads nor writes: its own unpaid orders are not counted
  ['0037_open_orders.sql', 'UPDATE "pedidos" SET "buzon"'],
  // The previous version asks for 500 at most, and prints what it reads
  ['0042_more_copies.sql', 'ALTER TABLE "archivos" DROP CONSTRAINT'],
  ['0042_more_copies.sql', 'ALTER TABLE "archivos" ADD CONSTRAINT'],
  // An extension and its indexes, where the database allows them
  ['0004_busqueda.sql', 'DO $$\nBEGIN\n\tCREATE EXTENSION IF NOT EXISTS pg_trgm;'],
  ['0025_busqueda_por_nombre.sql', 'DO $$\nBEGIN\n\tCREATE INDEX "clientes_nombre"'],
  ['0027_kept_figures.sql', 'DO $$\nBEGIN\n\tCREATE INDEX "clientes_email_parte"'],
  // Indexes that no statement names; the previous version finds the same, reading every row
  ['0095_search-without-accents.sql', 'DO $$\nBEGIN\n\tCREATE INDEX "archivos_nombre_simple"'],
  ['0099_search-any-apostrophe.sql', 'DO $$\nBEGIN\n\tCREATE INDEX "archivos_nombre_llano"'],
  // A column that the previous version neither reads nor writes; the report looks up missing values
  ['0027_kept_figures.sql', 'UPDATE "pedidos" SET "listo"'],
  // A column that the previous version does not know, and links that it treats as old ones
  ['0029_email_confirmado.sql', 'UPDATE "clientes" SET "email_confirmado"'],
  ['0029_email_confirmado.sql', 'DELETE FROM "enlaces" USING "correos"'],
  // A column that the previous version does not know; files that it adds meanwhile are proved when they are
  // bought
  ['0035_what_is_found_in_a_pdf.sql', 'UPDATE "contenidos" SET "prueba"'],
]

/** Statements that the previous version might not survive. */
function risky(sql: string): string[] {
  const statements = sql
    .split('--> statement-breakpoint')
    .map((text) => text.replace(/^\s*--.*$/gm, '').trim())
    .filter(Boolean)
  const created = new Set(statements.flatMap((text) => /^CREATE TABLE "(\w+)"/i.exec(text)?.slice(1) ?? []))
  const added = new Set(
    statements.flatMap((text) => {
      const [, table, column] = /^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/i.exec(text) ?? []
      return table ? [`${table}.${column}`] : []
    }),
  )
  return statements.filter((text) => {
    if (/^CREATE (?:TABLE|SEQUENCE|EXTENSION|INDEX|FUNCTION)\b/i.test(text)) return false
    const [, unique] = /^CREATE UNIQUE INDEX .* ON "(\w+)"/i.exec(text) ?? []
    if (unique) return !created.has(unique)
    const [, table = '', change = ''] = /^ALTER TABLE "(\w+)" (.+)$/is.exec(text) ?? []
    if (created.has(table) && /^ADD /i.test(change)) return false
    // Rows that the old version inserts must fit
    if (/^ADD COLUMN/i.test(change)) return /NOT NULL/i.test(change) && !/DEFAULT/i.test(change)
    // A new column is null in rows of the old version, so the rule holds
    const [, own] = /^ADD CONSTRAINT "\w+" FOREIGN KEY \("(\w+)"\)/i.exec(change) ?? []
    if (own) return !added.has(`${table}.${own}`)
    return true
  })
}

/** Before it, such a rule was added in one step. */
const CHECKED_LATER_FROM = '0083'

/**
 * Rules for a table with rows, which PostgreSQL would read completely while all others wait for the table.
 */
function readsAllRows(sql: string): string[] {
  const created = new Set([...sql.matchAll(/^CREATE TABLE "(\w+)"/gim)].map(([, table]) => table))
  return sql
    .split('--> statement-breakpoint')
    .map((text) => text.trim())
    .filter((text) => {
      const [, table] =
        /^ALTER TABLE "(\w+)"[^;]*\bADD CONSTRAINT "\w+" CHECK\b(?![^;]*\bNOT VALID\b)/im.exec(text) ?? []
      return table !== undefined && !created.has(table)
    })
}

describe('a migration', () => {
  it('has a later time than the one before it: the migrator only runs later ones', () => {
    const { entries }: { entries: { when: number }[] } = JSON.parse(
      readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8'),
    )
    const instants = entries.map(({ when }) => when)
    expect(instants).toHaveLength(migrations.length)
    expect(instants).toEqual([...new Set(instants)].toSorted((a, b) => a - b))
  })

  it.each(migrations.filter(([name]) => name >= CHECKED_LATER_FROM))(
    '%s does not read a whole table to add a rule',
    (_, sql) => expect(readsAllRows(sql)).toEqual([]),
  )

  it('adds a rule to a table with rows as NOT VALID, and to a new one at once', () => {
    const CHECK = 'ADD CONSTRAINT "poco" CHECK ("pedidos"."numero" < 5)'
    const wrong = `ALTER TABLE "pedidos" ${CHECK};`
    expect(readsAllRows(wrong)).toEqual([wrong])
    expect(readsAllRows(`-- A word.\n${wrong}`)).toHaveLength(1)
    for (const fine of [
      `ALTER TABLE "pedidos" ${CHECK} NOT VALID;`,
      'ALTER TABLE "pedidos" VALIDATE CONSTRAINT "poco";',
      `CREATE TABLE "pedidos" ("numero" integer);--> statement-breakpoint\n${wrong}`,
    ])
      expect(readsAllRows(fine)).toEqual([])
    // The last migration that read all rows was released before this rule
    const [, before = ''] = migrations.find(([name]) => name.startsWith('0080_')) ?? []
    expect(readsAllRows(before)).toHaveLength(1)
  })

  it.each(migrations)('%s leaves the previous version working', (name, sql) => {
    const isKnown = (text: string) =>
      THOUGHT_OF.some(([file, start]) => file === name && text.startsWith(start))
    expect(risky(sql).filter((text) => !isKnown(text))).toEqual([])
  })

  it.each([
    'DROP TABLE "pedidos";',
    'ALTER TABLE "pedidos" DROP COLUMN "email";',
    'ALTER TABLE "pedidos" RENAME COLUMN "email" TO "correo";',
    'ALTER TABLE "pedidos" ALTER COLUMN "email" SET NOT NULL;',
    'ALTER TABLE "pedidos" ALTER COLUMN "numero" SET DATA TYPE bigint;',
    'ALTER TABLE "pedidos" ADD COLUMN "color" text NOT NULL;',
    'ALTER TABLE "pedidos" ADD CONSTRAINT "poco" CHECK ("pedidos"."numero" < 5);',
    'CREATE UNIQUE INDEX "uno" ON "pedidos" USING btree ("email");',
    'UPDATE "pedidos" SET "estado" = \'pagado\';',
  ])('that says %s is refused', (statement) => expect(risky(statement)).toEqual([statement]))

  it('may add things that the previous version does not use', () => {
    const fine = [
      'CREATE TABLE "nuevas" ("id" integer NOT NULL);',
      'CREATE UNIQUE INDEX "nuevas_id" ON "nuevas" USING btree ("id");',
      'ALTER TABLE "pedidos" ADD COLUMN "nueva_id" integer;',
      'ALTER TABLE "pedidos" ADD CONSTRAINT "fk" FOREIGN KEY ("nueva_id") REFERENCES "public"."nuevas"("id");',
      `ALTER TABLE "pedidos" ADD COLUMN "color" text DEFAULT 'no' NOT NULL;`,
    ]
    expect(risky(fine.join('--> statement-breakpoint\n'))).toEqual([])
  })
})
