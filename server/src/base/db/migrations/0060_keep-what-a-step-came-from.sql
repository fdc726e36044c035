ALTER TABLE "historial" ADD COLUMN "desde" text;--> statement-breakpoint
ALTER TABLE "historial" ADD COLUMN "desde_paso" bigint;--> statement-breakpoint
ALTER TABLE "historial" ADD COLUMN "operador_id" integer;--> statement-breakpoint
ALTER TABLE "historial" ADD COLUMN "deshecho" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "por_cerrar" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "historial" ADD CONSTRAINT "historial_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;