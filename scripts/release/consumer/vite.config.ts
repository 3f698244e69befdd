export default { build: { lib: { entry: ['page.js', 'aframe-page.js'], formats: ['es'] } } };
