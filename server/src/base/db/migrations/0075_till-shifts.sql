CREATE TABLE "movimientos_caja" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "movimientos_caja_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"turno_id" integer,
	"sucursal_id" integer,
	"tipo" text NOT NULL,
	"medio" text,
	"importe" bigint NOT NULL,
	"motivo" text,
	"pedido_id" text,
	"venta_id" bigint,
	"clave" text NOT NULL,
	"operador_id" integer,
	"quien" text NOT NULL,
	"cuando" timestamp with time zone NOT NULL,
	CONSTRAINT "movimientos_caja_clave_unique" UNIQUE("clave"),
	CONSTRAINT "movimientos_caja_importe" CHECK ("movimientos_caja"."importe" <> 0)
);
--> statement-breakpoint
CREATE TABLE "turnos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "turnos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sucursal_id" integer NOT NULL,
	"caja" integer NOT NULL,
	"fondo" bigint NOT NULL,
	"abierto" timestamp with time zone NOT NULL,
	"abierto_por" integer,
	"abrio" text NOT NULL,
	"cerrado" timestamp with time zone,
	"cerrado_por" integer,
	"cerro" text,
	"esperado" bigint,
	"contado" bigint,
	"billetes" jsonb,
	"nota" text,
	"queda" bigint,
	CONSTRAINT "turnos_fondo" CHECK ("turnos"."fondo" >= 0),
	CONSTRAINT "turnos_cierre" CHECK (("turnos"."cerrado" is null) = ("turnos"."contado" is null) and ("turnos"."cerrado" is null) = ("turnos"."esperado" is null))
);
--> statement-breakpoint
ALTER TABLE "devoluciones" ADD COLUMN "operador_id" integer;--> statement-breakpoint
ALTER TABLE "movimientos_caja" ADD CONSTRAINT "movimientos_caja_turno_id_turnos_id_fk" FOREIGN KEY ("turno_id") REFERENCES "public"."turnos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_caja" ADD CONSTRAINT "movimientos_caja_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_caja" ADD CONSTRAINT "movimientos_caja_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_caja" ADD CONSTRAINT "movimientos_caja_venta_id_ventas_id_fk" FOREIGN KEY ("venta_id") REFERENCES "public"."ventas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_caja" ADD CONSTRAINT "movimientos_caja_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnos" ADD CONSTRAINT "turnos_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnos" ADD CONSTRAINT "turnos_abierto_por_operadores_id_fk" FOREIGN KEY ("abierto_por") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnos" ADD CONSTRAINT "turnos_cerrado_por_operadores_id_fk" FOREIGN KEY ("cerrado_por") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "movimientos_caja_turno" ON "movimientos_caja" USING btree ("turno_id","id");--> statement-breakpoint
CREATE INDEX "movimientos_caja_fuera" ON "movimientos_caja" USING btree ("sucursal_id","cuando") WHERE "movimientos_caja"."turno_id" is null;--> statement-breakpoint
CREATE INDEX "movimientos_caja_pedido" ON "movimientos_caja" USING btree ("pedido_id");--> statement-breakpoint
CREATE UNIQUE INDEX "turnos_abierto" ON "turnos" USING btree ("sucursal_id","caja") WHERE "turnos"."cerrado" is null;--> statement-breakpoint
CREATE INDEX "turnos_cerrados" ON "turnos" USING btree ("sucursal_id","cerrado") WHERE "turnos"."cerrado" is not null;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;