import { ISSUE_CODES, SPACES, type SpaceName } from '@handreel/core';
import { listChecks } from '@handreel/core/diagnose';
import { getSpaceAxis } from '@handreel/core/internal';
import { FIGURES, type FigureSection } from '@handreel/core/measure';
import { formatBadges } from './badges.ts';
import { formatTable, type Tables } from './fill-tables.ts';
import { formatInstall, formatFigures as formatMeasured } from './first-page.ts';

/** The tables of documents that come from descriptions in code. */
export const TABLES: Tables = {
	'readme-figures': () => formatMeasured(),
	badges: () => formatBadges(),
	install: () => formatInstall(),
	// Commands that the tests of the guides do not run.
	'install-guide': () => formatInstall().replaceAll('```sh\n', '```sh serve\n'),
	'issue-codes': () =>
		formatTable(
			['code', 'meaning'],
			Object.entries(ISSUE_CODES).map(([code, meaning]) => [`\`${code}\``, meaning]),
		),
	'check-codes': () =>
		formatTable(
			['code', 'meaning'],
			listChecks().map(({ code, meaning }) => [`\`${code}\``, meaning]),
		),
	checks: () =>
		formatTable(
			['code', 'severity', 'reported if', 'repair'],
			listChecks().map(({ code, severity, rule, repair }) => [`\`${code}\``, severity, rule, repair]),
		),
	...Object.fromEntries(
		FIGURES.map((section) => [`figures-${section.title.toLowerCase()}`, () => formatFigures(section)]),
	),
	spaces: () =>
		formatTable(
			['space', 'axes', 'forward', 'a point (x, y, z) of Unity becomes', 'used by'],
			listSpaces().map(([name, { text, axes, vector, users }]) => [
				`\`'${name}'\``,
				text.replace(/, [^,]*forward$/, ''),
				getSpaceAxis(name, 'forward'),
				`(${vector.map((sign, i) => `${sign < 0 ? '−' : ''}${'xyz'[axes[i]!]}`).join(', ')})`,
				users,
			]),
		),
	'space-axes': () =>
		formatTable(
			['space', 'axes'],
			listSpaces().map(([name, { text }]) => [`\`${name}\``, text]),
		),
};

function formatFigures({ subjects, figures }: FigureSection): string {
	// Figures of one subject have their whole path, those of several the path in each.
	const before = subjects.length === 1 && subjects[0]?.path ? `${subjects[0].path}.` : '';
	return formatTable(
		['figure', 'unit', 'statistics', 'definition'],
		figures.map(({ path, unit, statistics, each, definition }) => [
			`\`${before}${path}\``,
			unit || '–',
			`${statistics ?? '–'}${each === 'buttons' ? ' per button' : ''}`,
			definition,
		]),
	);
}

function listSpaces() {
	return (Object.keys(SPACES) as SpaceName[]).map((name) => [name, SPACES[name]] as const);
}
