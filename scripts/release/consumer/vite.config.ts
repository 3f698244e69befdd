export default { build: { lib: { entry: 'page.js', formats: ['es'], fileName: 'page' } } };
